"""Types of the protocol made from the titles' plain ones, which know no library of the server."""

from __future__ import annotations

import ast
import dataclasses
import inspect
import textwrap
import types
from collections.abc import Sequence
from functools import cache, reduce
from operator import or_
from typing import Annotated, Any, Literal, Union, cast, get_args, get_origin, get_type_hints

from pydantic import BaseModel, ConfigDict, Field, GetCoreSchemaHandler, create_model
from pydantic_core import CoreSchema, core_schema


class Part(BaseModel):
    """What all types made here have in common: nothing unknown is let in."""

    model_config = ConfigDict(extra="forbid")


class Drawn:
    """Of a position: what a title has drawn goes out as it is, and what comes as JSON, to a test say, is checked."""

    def __init__(self, tag: str) -> None:
        """The field `tag` tells the titles' types apart."""
        self._tag = tag

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        is_one = inspect.isclass(source)
        checked = source if is_one else Annotated[source, Field(discriminator=self._tag)]
        return core_schema.json_or_python_schema(
            json_schema=handler.generate_schema(checked),
            python_schema=core_schema.any_schema(),
            serialization=core_schema.simple_ser_schema("any"),
        )


class ByItself:
    """Of one of several types: each message writes itself, so that none has to be looked for in the union."""

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        schema: Any = handler(source)
        return cast(CoreSchema, {**schema, "serialization": core_schema.simple_ser_schema("any")})


@cache
def model_of(shape: type) -> type[BaseModel]:
    """A dataclass as a type of the protocol, with those that it is made of."""
    hints, words = get_type_hints(shape), field_words(shape)
    fields: dict[str, Any] = {}
    for field in dataclasses.fields(shape):
        is_required = field.default is dataclasses.MISSING
        default = Field(... if is_required else field.default, description=words.get(field.name))
        fields[field.name] = (_translate(hints[field.name]), default)
    return create_model(
        shape.__name__, __base__=Part, __doc__=inspect.getdoc(shape), __module__=shape.__module__, **fields
    )


def field_words(shape: type) -> dict[str, str]:
    """The words below the fields of a class, by field."""
    tree = ast.parse(textwrap.dedent(inspect.getsource(shape))).body[0]
    assert isinstance(tree, ast.ClassDef)
    words = {}
    for line, following in zip(tree.body, tree.body[1:], strict=False):
        if (
            isinstance(line, ast.AnnAssign)
            and isinstance(line.target, ast.Name)
            and isinstance(following, ast.Expr)
            and isinstance(following.value, ast.Constant)
        ):
            words[line.target.id] = inspect.cleandoc(str(following.value.value))
    return words


def _translate(annotation: Any) -> Any:
    """A type with the dataclasses in it made types of the protocol."""
    if dataclasses.is_dataclass(annotation) and isinstance(annotation, type):
        return model_of(annotation)
    origin, arguments = get_origin(annotation), get_args(annotation)
    if not arguments or origin is Literal:
        return annotation
    inner = tuple(_translate(argument) for argument in arguments)
    return reduce(or_, inner) if origin in (Union, types.UnionType) else origin[inner]


def join_models(models: Sequence[type[BaseModel]]) -> Any:
    """One of several types."""
    return reduce(or_, models)
