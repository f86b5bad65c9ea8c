"""Tokens of messengers, mail, payment, shops, maps and other services."""

from __future__ import annotations

from typing import Final

from steno.secrets.rule import END, HEX, URL64, UUID, WORD, Danger, around, named, shaped, token

TOKENS: Final = (
    token(
        "slack-token",
        "xoxb- xoxp- xoxa- xoxo- xoxs- xoxr- xoxe- xoxc- xoxd- xoxe.xoxp- xoxe.xoxb-",
        "[A-Za-z0-9%-]{10,400}+",
        "Slack bot, user, app, refresh or session token",
    ),
    token(
        "slack-app-token",
        "xapp-",
        r"\d-[A-Z0-9]{8,14}-\d{10,16}-[0-9a-f]{40,80}+",
        "Slack app-level token",
        family="slack",
    ),
    token(
        "stripe-key",
        "sk_live_ rk_live_ sk_test_ rk_test_ sk_org_",
        f"{WORD}{{16,250}}+",
        "Stripe secret or restricted key",
    ),
    token("stripe-webhook-secret", "whsec_", "[A-Za-z0-9+/=]{24,80}+", "webhook signing secret"),
    around("twilio-key", "SK", f"SK[0-9a-fA-F]{{32}}{END}", "Twilio API key"),
    token("sendgrid-key", "SG.", rf"{URL64}{{20,24}}\.{URL64}{{39,50}}+", "SendGrid API key"),
    token("mailgun-key", "key-", f"{HEX}{{32}}{END}", "Mailgun API key"),
    shaped(
        "mailgun-private-key",
        f"{HEX}{{32}}-{HEX}{{8}}-{HEX}{{8}}{END}",
        "Mailgun API key",
        family="mailgun",
    ),
    around("mailchimp-key", "-us", rf"{HEX}{{32}}-us\d{{1,2}}{END}", "Mailchimp API key", back=32),
    token("brevo-key", "xkeysib- xsmtpsib-", f"{HEX}{{64}}-{WORD}{{16}}", "Brevo key"),
    token("resend-key", "re_", f"{WORD}{{8}}_{WORD}{{20,30}}+", "Resend API key"),
    token("postmark-key", "PMSERVER-", UUID, "Postmark server token"),
    token("notion-token", "ntn_ secret_", f"{WORD}{{43,50}}+", "Notion integration token"),
    token("airtable-token", "pat", rf"{WORD}{{14}}\.{HEX}{{64}}", "Airtable personal token"),
    token("hubspot-token", "pat-na1- pat-eu1- pat-na2-", UUID, "HubSpot private app token"),
    token(
        "shopify-token", "shpat_ shpca_ shppa_ shpss_ shpua_", "[0-9a-fA-F]{32}", "Shopify token"
    ),
    token(
        "square-token", "sq0atp- sq0csp- sq0idp-", f"{URL64}{{22,60}}+", "Square token or secret"
    ),
    token(
        "square-access-token",
        "EAAA",
        f"(?:{URL64}{{60}}{END}|{WORD}{{100,400}}+)",
        "Square access token, also of Facebook",
        family="square",
    ),
    token(
        "facebook-token",
        "EAA",
        f"(?=[A-Za-z]{{0,99}}[0-9]){WORD}{{60,400}}+",
        "Facebook access token",
    ),
    shaped(
        "discord-bot-token",
        rf"[MNO]{URL64}{{23,27}}\.{URL64}{{6}}\.{URL64}{{27,45}}+",
        "Discord bot token",
    ),
    shaped("telegram-bot-token", rf"(?<=\d{{8}}:)A{URL64}{{33,35}}{END}", "Telegram bot token"),
    token(
        "twitter-bearer", "AAAAAAAAAAAAAAAAAAAAA", "[A-Za-z0-9%]{70,200}+", "Twitter bearer token"
    ),
    token(
        "mapbox-token",
        "sk.eyJ tk.eyJ",
        rf"{URL64}{{30,200}}+\.{URL64}{{20,40}}+",
        "Mapbox secret token",
    ),
    token("dropbox-token", "sl.", rf"(?:u\.)?{URL64}{{120,2000}}+", "Dropbox access token"),
    token("posthog-key", "phx_", f"{WORD}{{43}}{END}", "PostHog personal API key"),
    token("clickup-token", "pk_", rf"\d{{6,9}}_[A-Z0-9]{{32}}{END}", "ClickUp token"),
    shaped(
        "salesforce-session",
        rf"(?<=00D{WORD}{{12}}!)[A-Za-z0-9._]{{80,120}}+",
        "Salesforce session id",
    ),
    shaped("asana-token", rf"(?<=/\d{{16}}:){HEX}{{32}}{END}", "Asana access token"),
    token("nostr-key", "nsec1", f"[02-9ac-hj-np-z]{{58}}{END}", "Nostr secret key"),
    token("shippo-token", "shippo_live_ shippo_test_", "[0-9a-fA-F]{40}", "Shippo token"),
    token("duffel-token", "duffel_test_ duffel_live_", "[A-Za-z0-9_=-]{43}", "Duffel token"),
    token("settlemint-token", "sm_aat_ sm_pat_ sm_sat_", f"{WORD}{{16}}{END}", "SettleMint token"),
    around("maxmind-key", "_mmk", f"{WORD}{{6}}_{WORD}{{29}}_mmk", "MaxMind licence key", back=36),
    token("easypost-key", "EZAK EZTK", f"{WORD}{{54}}", "EasyPost API key"),
    token("contentful-token", "CFPAT-", f"{URL64}{{43}}", "Contentful personal token"),
    token("typeform-token", "tfp_", "[A-Za-z0-9_.=-]{40,70}+", "Typeform token"),
    token("adafruit-key", "aio_", f"{WORD}{{28}}{END}", "Adafruit IO key"),
    token(
        "plaid-token",
        "access-production- access-sandbox- access-development-",
        UUID,
        "Plaid access token",
    ),
    shaped(
        "paypal-token",
        r"access_token\$production\$[a-z0-9]{16}\$[0-9a-f]{32}",
        "PayPal or Braintree access token",
        back=41,
    ),
    shaped(
        "paypal-sandbox-token",
        r"access_token\$sandbox\$[a-z0-9]{16}\$[0-9a-f]{32}",
        "PayPal or Braintree access token of a sandbox",
        family="paypal",
        back=38,
    ),
    token("flutterwave-key", "FLWSECK_TEST- FLWSECK-", f"{WORD}{{32}}-X", "Flutterwave secret key"),
)

NAMED: Final = (
    named("twilio-auth-token", "twilio", "[0-9a-f]{32}", "Twilio auth token"),
    named("algolia-key", "algolia", "[0-9a-f]{32}", "Algolia API key"),
    named("facebook-secret", r"facebook|fb_|meta_app", "[0-9a-f]{32}", "Facebook app secret"),
    named(
        "twitter-secret",
        r"twitter|consumer|\bx_api",
        "[A-Za-z0-9]{45}|[A-Za-z0-9]{50}|[A-Za-z0-9]{25}",
        "Twitter consumer key or secret",
    ),
    named("paypal-secret", "paypal", "[A-Za-z0-9_-]{70,90}", "PayPal client secret"),
    named("okta-token", "okta", "00[A-Za-z0-9_-]{40}", "Okta API token"),
    named("discord-secret", "discord", "[A-Za-z0-9_-]{32}", "Discord client secret"),
    named("mailgun-key", "mailgun", "[0-9a-f]{32}(?:-[0-9a-f]{8}){0,2}", "Mailgun API key"),
    named("plaid-secret", "plaid", "[0-9a-f]{30}", "Plaid secret"),
    named("zendesk-token", "zendesk", "[A-Za-z0-9]{40}", "Zendesk API token"),
    named(
        "trello-token", "trello", "[0-9a-f]{32}|[0-9a-f]{64}|ATTA[0-9A-Za-z]{72}", "Trello token"
    ),
    named(
        "dropbox-secret", "dropbox", "[a-z0-9]{15}", "Dropbox app secret", severity=Danger.MEDIUM
    ),
    named("spotify-secret", "spotify", "[0-9a-f]{32}", "Spotify client secret"),
)
