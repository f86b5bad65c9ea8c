"""Keys of cloud providers, hosting and infrastructure."""

from __future__ import annotations

from typing import Final

from steno.secrets.rule import END, HEX, URL64, UUID, WORD, Danger, around, named, token

TOKENS: Final = (
    token("aws-access-key", "AKIA ASIA ABIA ACCA", f"[A-Z0-9]{{16}}{END}", "AWS access key id"),
    token(
        "aws-session-token",
        "FwoGZXIvYXdz IQoJb3JpZ2lu",
        "[A-Za-z0-9/+=]{80,4000}+",
        "AWS session token",
    ),
    token("aws-bedrock-key", "ABSK", "[A-Za-z0-9+/]{100,300}+={0,2}", "AWS Bedrock API key"),
    token("aws-mws-key", "amzn.mws.", UUID, "AWS marketplace key"),
    token("google-api-key", "AIza", f"{URL64}{{35}}{END}", "Google API key"),
    token("google-oauth-secret", "GOCSPX-", f"{URL64}{{24,40}}+", "Google OAuth client secret"),
    token("google-oauth-token", "ya29.", "[A-Za-z0-9_.-]{30,2000}+", "Google OAuth access token"),
    around(
        "azure-client-secret",
        "Q~",
        r"[A-Za-z0-9_~.]{3}\dQ~[A-Za-z0-9_~.-]{31,34}+",
        "Azure application (client) secret",
        back=4,
    ),
    token("alibaba-key", "LTAI", f"{WORD}{{16,24}}+", "Alibaba Cloud access key id"),
    token("tencent-key", "AKID", f"{WORD}{{32}}{END}", "Tencent Cloud secret id"),
    token("digitalocean-token", "dop_v1_ doo_v1_ dor_v1_", f"{HEX}{{64}}", "DigitalOcean token"),
    token("heroku-key", "HRKU-", f"{URL64}{{36,80}}+", "Heroku API key"),
    token("fly-token", "fo1_ fm1_ fm1a_ fm1r_", "[A-Za-z0-9_+/=,-]{40,4000}+", "Fly.io token"),
    around("fly-macaroon", "fm2_", "fm2_[A-Za-z0-9_+/=,-]{40,4000}+", "Fly.io token", family="fly"),
    token("vercel-token", "vcp_ vci_ vca_ vcr_ vck_", f"{WORD}{{24,80}}+", "Vercel token"),
    token("netlify-token", "nfp_ nfc_ nfo_ nfb_ nfu_", f"{WORD}{{36,60}}+", "Netlify token"),
    token(
        "cloudflare-origin-key", "v1.0-", f"{HEX}{{24}}-{HEX}{{146}}", "Cloudflare origin CA key"
    ),
    token("cloudflare-token", "cfut_ cfat_ cfk_", f"{URL64}{{36,80}}+", "Cloudflare API token"),
    token("databricks-token", "dapi", f"{HEX}{{32}}(?:-\\d)?{END}", "Databricks token"),
    token(
        "planetscale-key",
        "pscale_tkn_ pscale_pw_ pscale_oauth_",
        "[A-Za-z0-9_.=-]{32,64}+",
        "PlanetScale password or token",
    ),
    token("supabase-key", "sbp_ sb_secret_", f"{URL64}{{20,64}}+", "Supabase token or secret key"),
    token("neon-key", "napi_", f"{WORD}{{60,80}}+", "Neon API key"),
    token("render-key", "rnd_", f"{WORD}{{24,64}}+", "Render API key"),
    token(
        "tailscale-key",
        "tskey-",
        f"(?:auth|api|client|scim|webhook)-{URL64}{{20,64}}+",
        "Tailscale key",
    ),
    token("pulumi-token", "pul-", f"{HEX}{{40}}{END}", "Pulumi access token"),
    around(
        "terraform-token",
        ".atlasv1.",
        rf"{WORD}{{14}}\.atlasv1\.{URL64}{{60,70}}+",
        "Terraform Cloud token",
        back=14,
    ),
    token("vault-token", "hvs. hvb. hvr.", f"{URL64}{{24,300}}+", "HashiCorp Vault token"),
    token(
        "doppler-token",
        "dp.pt. dp.ct. dp.sa. dp.scim. dp.audit.",
        f"{WORD}{{40,44}}+",
        "Doppler token",
    ),
    token(
        "doppler-service-token",
        "dp.st.",
        r"(?:[a-z0-9_-]{2,35}\.)?[A-Za-z0-9]{40,44}+",
        "Doppler service token",
        family="doppler",
    ),
    token(
        "onepassword-token",
        "ops_",
        "eyJ[A-Za-z0-9+/_-]{200,2000}+={0,3}",
        "1Password service account token",
    ),
    token(
        "dynatrace-token",
        "dt0c01. dt0s01. dt0s16.",
        r"[A-Z0-9]{24}\.[A-Z0-9]{64}",
        "Dynatrace token",
    ),
    token(
        "onepassword-secret-key",
        "A3-",
        "[A-Z0-9]{6}-(?:[A-Z0-9]{11}|[A-Z0-9]{6}-[A-Z0-9]{5})(?:-[A-Z0-9]{5}){3}",
        "1Password secret key",
        family="onepassword",
    ),
    token(
        "bedrock-api-key",
        "bedrock-api-key-",
        "[A-Za-z0-9+/=_-]{40,4000}+",
        "AWS Bedrock API key of a session",
        family="aws",
    ),
    token("clickhouse-key", "4b1d", f"{WORD}{{38}}{END}", "ClickHouse Cloud key"),
    token("openshift-token", "sha256~", f"{URL64}{{43}}{END}", "OpenShift token"),
    token("yandex-key", "AQVN", f"{URL64}{{35,38}}{END}", "Yandex Cloud API key"),
    token("scalingo-token", "tk-us-", f"{URL64}{{48}}{END}", "Scalingo token"),
    token("scaleway-key", "SCW", f"[A-Z0-9]{{17}}{END}", "Scaleway access key id"),
)

NAMED: Final = (
    named(
        "aws-secret-key",
        "aws|secret_?access_?key|secret access key",
        "[A-Za-z0-9/+]{40}",
        "AWS secret access key",
    ),
    named(
        "azure-storage-key",
        "accountkey|storage",
        "[A-Za-z0-9+/]{86}==",
        "Azure storage account key",
    ),
    named(
        "azure-shared-key",
        "sharedaccesskey|endpoint",
        "[A-Za-z0-9+/]{43}=",
        "Azure Service Bus or Event Hubs key",
    ),
    named(
        "azure-subscription-key",
        "azure|cognitive|subscription|ocp-apim",
        "[0-9a-fA-F]{32}|[A-Za-z0-9]{84}",
        "Azure service key",
    ),
    named("heroku-key", "heroku", UUID, "Heroku API key"),
    named(
        "cloudflare-token",
        "cloudflare|cf_|cf-|x-auth",
        "[A-Za-z0-9_-]{40}|[0-9a-f]{37}",
        "Cloudflare API token or global key",
    ),
    named("vercel-token", "vercel", "[A-Za-z0-9]{24}", "Vercel token"),
    named("netlify-token", "netlify", "[A-Za-z0-9_-]{40,46}", "Netlify token"),
    named("fly-token", "fly_|fly\\.io|flyio", "[A-Za-z0-9_-]{43}", "Fly.io token"),
    named("linode-token", "linode", "[0-9a-f]{64}", "Linode token"),
    named("hetzner-token", "hcloud|hetzner", "[A-Za-z0-9]{64}", "Hetzner Cloud token"),
    named("railway-token", "railway", UUID, "Railway token"),
    named(
        "oracle-token",
        "oci_|oracle",
        "[A-Za-z0-9+/=]{40,}",
        "Oracle Cloud token",
        severity=Danger.MEDIUM,
    ),
)
