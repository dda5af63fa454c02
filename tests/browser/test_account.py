"""An account on the page, from its making to its end: codes, coming back, blocks, download, deletion."""

from __future__ import annotations

import json
import uuid
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Page, expect

from tests.browser.play import flaws

pytestmark = pytest.mark.slow


def test_an_account_from_its_making_to_its_end(page: Page, base_url: str, axe: str) -> None:
    name = f"a-{uuid.uuid4().hex[:8]}"
    page.goto("/settings")
    page.get_by_label("Name", exact=True).fill(name)
    page.get_by_label("Password", exact=True).fill("correct horse")
    page.get_by_role("button", name="Keep your games under a name").click()
    dialog = page.get_by_role("dialog")
    expect(dialog.locator(".codes li")).to_have_count(8)
    codes = dialog.locator(".codes li").all_inner_texts()
    assert len(set(codes)) == 8
    assert flaws(page, axe) == []
    dialog.get_by_role("button", name="I have kept them").click()
    expect(page.get_by_text(f"You are {name}.")).to_be_visible()
    page.get_by_role("button", name="Sign out").click()

    page.get_by_role("button", name="Password forgotten").click()
    page.get_by_label("Name", exact=True).fill(name)
    page.get_by_label("One of your codes").fill("not a code")
    page.get_by_label("New password").fill("battery staple")
    page.get_by_role("button", name="Set the new password").click()
    expect(page.get_by_role("alert")).to_contain_text("do not go together")
    page.get_by_label("One of your codes").fill(codes[2].upper())
    page.get_by_role("button", name="Set the new password").click()
    expect(page.get_by_text(f"You are {name}.")).to_be_visible()

    other = f"b-{uuid.uuid4().hex[:8]}"
    httpx.post(f"{base_url}/api/register", json={"name": other, "password": "correct horse"}).raise_for_status()
    page.goto(f"/person/{other}")
    page.get_by_role("button", name="Block").click()
    expect(page.get_by_text("You do not sit at each other's tables")).to_be_visible()
    page.goto("/settings")
    page.locator(".blocked").get_by_role("button", name="Unblock").click()
    expect(page.get_by_text("You have blocked nobody")).to_be_visible()
    with page.expect_download() as saved:
        page.get_by_role("button", name="Download everything").click()
    assert json.loads(Path(saved.value.path()).read_text())["name"] == name

    page.get_by_role("button", name="Delete account").click()
    dialog.get_by_label("Password").fill("correct horse")
    dialog.get_by_role("button", name="Delete for good").click()
    expect(dialog.get_by_role("alert")).to_contain_text("not your password")
    dialog.get_by_label("Password").fill("battery staple")
    dialog.get_by_role("button", name="Delete for good").click()
    expect(page.get_by_role("button", name="Keep your games under a name")).to_be_visible()
