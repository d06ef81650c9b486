"""The page for who comes to a class without its code, or with another one: it asks for the code.

It has no script and nothing that was given to the server, and is the only page whose form may be sent.
"""

from __future__ import annotations

import base64
import hashlib
import html

from plyground.words import LANGUAGES, Tongue, tongue

STYLE = (
    "body{margin:2rem auto;padding:0 1rem;max-width:32rem;font:1.25rem/1.5 system-ui,sans-serif}"
    ":root{color-scheme:light dark}h2{font-size:1.25rem;margin:2rem 0 .5rem}"
    "input,button{font:inherit;padding:.5rem;max-width:100%}"
)
PAGE = (
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>plyground</title>'
    '<meta name="viewport" content="width=device-width, initial-scale=1"><style>{style}</style></head>'
    "<body><main><h1>plyground</h1>{forms}</main></body></html>"
)
FORM = (
    '<form lang="{language}" action="/"><h2>{asked}</h2>{complaint}'
    '<input name="class" required size="10" autocapitalize="none" autocomplete="off" spellcheck="false"'
    ' aria-label="{asked}"> <button>{enter}</button></form>'
)
STYLE_HASH = base64.b64encode(hashlib.sha256(STYLE.encode()).digest()).decode()
DOOR_POLICY = (
    f"default-src 'none'; style-src 'sha256-{STYLE_HASH}'; form-action 'self'; base-uri 'none'; "
    "frame-ancestors 'none'"
)


def door_page(*, wrong: bool) -> str:
    """The page in all our languages; `wrong` if there was a code."""
    forms = "".join(_form(tongue(language), wrong) for language in LANGUAGES)
    return PAGE.format(style=STYLE, forms=forms)


def _form(speaker: Tongue, wrong: bool) -> str:
    return FORM.format(
        language=speaker.language,
        asked=html.escape(speaker.say("class.door")),
        complaint=f"<p>{html.escape(speaker.say('class.wrong-code'))}</p>" if wrong else "",
        enter=html.escape(speaker.say("class.enter")),
    )
