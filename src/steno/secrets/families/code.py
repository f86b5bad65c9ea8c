"""Tokens of code hosting, package registries, builds and error reports."""

from __future__ import annotations

from typing import Final

from steno.secrets.rule import END, HEX, URL64, UUID, WORD, Danger, around, named, token

TOKENS: Final = (
    token(
        "github-token",
        "ghp_ gho_ ghu_ ghs_ ghr_",
        f"{WORD}{{36,255}}+",
        "GitHub personal, OAuth, app or refresh token",
    ),
    token(
        "github-fine-grained-token",
        "github_pat_",
        "[A-Za-z0-9_]{40,255}+",
        "GitHub fine-grained personal token",
    ),
    token(
        "gitlab-token",
        "glpat- gldt- glrt- glrtr- glcbt- glptt- glft- glimt- glagent- gloas- glsoat- glffct- "
        "glwt- GR1348941",
        "[A-Za-z0-9_.-]{20,300}+",
        "GitLab personal, deploy, runner, job, feed or agent token",
    ),
    token("bitbucket-app-password", "ATBB", f"{WORD}{{28,40}}+", "Bitbucket app password"),
    token("bitbucket-token", "ATCTT3 BBDC-", "[A-Za-z0-9_=+/-]{40,300}+", "Bitbucket access token"),
    token("npm-token", "npm_", f"{WORD}{{36}}{END}", "npm access token"),
    token(
        "pypi-token",
        "pypi-AgEIcHlwaS5vcmc pypi-AgENdGVzdC5weXBpLm9yZ",
        f"{URL64}{{50,1000}}+",
        "PyPI upload token",
    ),
    token("rubygems-key", "rubygems_", f"{HEX}{{48}}", "RubyGems API key"),
    token("crates-token", "cio", f"{WORD}{{32}}{END}", "crates.io token"),
    token("nuget-key", "oy2", f"[a-z0-9]{{43}}{END}", "NuGet API key"),
    token("clojars-token", "CLOJARS_", "[a-z0-9]{60}", "Clojars deploy token"),
    token(
        "dockerhub-token", "dckr_pat_ dckr_oat_", f"{URL64}{{27,40}}+", "Docker Hub access token"
    ),
    token("artifactory-key", "AKCp", f"{WORD}{{69,73}}+", "JFrog Artifactory API key"),
    token("artifactory-token", "cmVmd", f"{WORD}{{59}}{END}", "JFrog Artifactory reference token"),
    token("octopus-key", "API-", f"[A-Z0-9]{{26}}{END}", "Octopus Deploy API key"),
    token("harness-key", "pat. sat.", rf"{URL64}{{22}}\.{WORD}{{24}}\.{WORD}{{20}}", "Harness key"),
    token(
        "sourcegraph-token", "sgp_", "(?:[0-9a-f]{16}_|local_)?[0-9a-f]{40}", "Sourcegraph token"
    ),
    token(
        "grafana-legacy-key",
        "eyJrIjoi",
        "[A-Za-z0-9]{60,400}+={0,3}",
        "Grafana API key",
        family="grafana",
    ),
    token("frameio-token", "fio-u-", "[A-Za-z0-9_=-]{64}", "Frame.io token"),
    token("sonar-token", "sqp_ squ_ sqa_", f"{HEX}{{40}}{END}", "SonarQube token"),
    token("circleci-token", "CCIPAT_ CCIPRJ_", f"{WORD}{{15,30}}_{HEX}{{40}}", "CircleCI token"),
    token("buildkite-token", "bkua_ bkaj_ bkat_", f"{WORD}{{40,64}}+", "Buildkite token"),
    token("snyk-token", "snyk_uat. snyk_sat.", "[A-Za-z0-9_.-]{30,200}+", "Snyk token"),
    token("sentry-token", "sntrys_", "eyJ[A-Za-z0-9+/=_-]{60,500}+", "Sentry organisation token"),
    token(
        "sentry-user-token", "sntryu_ sntrya_", f"{HEX}{{64}}", "Sentry user token", family="sentry"
    ),
    token(
        "grafana-token", "glsa_", f"{WORD}{{32}}_[0-9A-Fa-f]{{8}}", "Grafana service account token"
    ),
    token(
        "grafana-cloud-token",
        "glc_",
        "eyJ[A-Za-z0-9+/_-]{40,400}+={0,3}",
        "Grafana Cloud token",
        family="grafana",
    ),
    token("newrelic-key", "NRAK- NRJS- NRII- NRRA- NRBR-", f"{URL64}{{19,42}}+", "New Relic key"),
    around(
        "newrelic-licence-key",
        "NRAL",
        "[0-9A-Fa-f]{36}NRAL",
        "New Relic licence key",
        family="newrelic",
        back=36,
    ),
    token("postman-key", "PMAK-", f"{HEX}{{24}}-{HEX}{{34}}", "Postman API key"),
    token("linear-key", "lin_api_ lin_oauth_", f"{WORD}{{32,64}}+", "Linear API key"),
    token("atlassian-token", "ATATT3 ATSTT3", "[A-Za-z0-9_=+/-]{60,300}+", "Atlassian API token"),
    token("figma-token", "figd_ figu_ figo_", f"{URL64}{{38,60}}+", "Figma token"),
    token("launchdarkly-key", "api- sdk- rel-", UUID + END, "LaunchDarkly key"),
    token("prefect-key", "pnu_ pnb_", f"{WORD}{{36}}{END}", "Prefect API key"),
    token("readme-key", "rdme_", "[a-z0-9]{70}", "ReadMe API key"),
    token("infracost-key", "ico-", f"{WORD}{{32}}{END}", "Infracost API key"),
)

NAMED: Final = (
    named("npm-token", r"_authtoken|npm_token", UUID, "npm access token"),
    named(
        "npm-auth",
        r"(?::|\b)_auth\b",
        "[A-Za-z0-9+/]{16,}={0,2}",
        "npm basic credentials",
        family="npm",
    ),
    named("bitbucket-secret", "bitbucket", "[A-Za-z0-9_-]{32,64}={0,2}", "Bitbucket client secret"),
    named("circleci-token", "circle", "[0-9a-f]{40}", "CircleCI token"),
    named("travis-token", "travis", "[A-Za-z0-9_-]{22}", "Travis CI token"),
    named("codecov-token", "codecov", UUID, "Codecov upload token"),
    named("snyk-token", "snyk", UUID, "Snyk token"),
    named(
        "datadog-key",
        r"datadog|dd[_-]?(?:api|app)|dd-api",
        "[0-9a-f]{32}|[0-9a-f]{40}",
        "Datadog API or application key",
    ),
    named("newrelic-key", "new_?relic|newrelic", "[0-9a-f]{40}|[A-Za-z0-9_-]{32}", "New Relic key"),
    named("pagerduty-key", "pager_?duty|pd_", r"[A-Za-z0-9_+-]{20}|[0-9a-f]{32}", "PagerDuty key"),
    named("rollbar-token", "rollbar", "[0-9a-f]{32}", "Rollbar token"),
    named(
        "sourcegraph-token",
        "sourcegraph|src_access",
        "(?:sgp_)?[0-9a-f_]{40,64}",
        "Sourcegraph token",
        severity=Danger.MEDIUM,
    ),
)
