/** Makes the types of the page's HTTP client: an OpenAPI document comes in by stdin, TypeScript goes out.
 * `python -m tools.client` runs it. What a schema looks like, src/messages.ts says; here it is only named. */

import process from "node:process";
import { text } from "node:stream/consumers";
import openapiTS, { astToString } from "openapi-typescript";
import ts from "typescript";

const document = JSON.parse(await text(process.stdin));
const nodes = await openapiTS(document, {
  inject: 'import type * as messages from "../messages";\n',
  transform: (schema) =>
    schema["x-message"]
      ? ts.factory.createTypeReferenceNode(
          ts.factory.createQualifiedName(ts.factory.createIdentifier("messages"), schema["x-message"]),
        )
      : undefined,
});
process.stdout.write(astToString(nodes));
