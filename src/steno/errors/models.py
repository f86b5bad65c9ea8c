"""Errors about asking a model: the address, the key, the network and the answer."""

from __future__ import annotations

from steno.errors.base import ConfigError, StenoError


class ModelAddressError(ConfigError):
    """A model is not to be asked at the address that was given."""

    def __init__(self, address: str, reason: str) -> None:
        """Take the address and the reason in a few words."""
        super().__init__(
            f"no model is asked at {address}: {reason}. Set ANTHROPIC_BASE_URL or model.base_url "
            "to an address that begins with https://, or unset it."
        )
        self.address = address


class ModelHeadersError(ConfigError):
    """A line of ANTHROPIC_CUSTOM_HEADERS is no header."""

    def __init__(self, line: int) -> None:
        """Take the number of the line; what it says may be a secret."""
        super().__init__(
            f"line {line} of ANTHROPIC_CUSTOM_HEADERS is no header. Write one 'Name: value' per "
            "line, or unset it."
        )


class ModelError(StenoError):
    """A model could not be asked, or did not answer."""

    status: int | None = None
    """The status of a refusal; that of its kind where it came within an answer."""
    kind: str | None = None
    """The type of a refusal, such as ``overloaded_error``, where it was said."""
    said: str = ""
    """The words of a refusal, without the key."""
    request_id: str | None = None
    """By which the service knows the request that it refused."""


class ModelPackageError(ModelError):
    """The package that talks to a model is not installed."""

    def __init__(self, package: str, extra: str, *, of: str = "steno") -> None:
        """Take the package, the extra that installs it, and whose extra that is."""
        super().__init__(
            f"asking a model needs {package}, which is not installed. "
            f"Install it with: pip install '{of}[{extra}]'"
        )


class NoKeyError(ModelError):
    """No key is set, or what is set can be none."""

    def __init__(self, variable: str | None = None) -> None:
        """Take the variable that holds what can be no key; None where none is set."""
        if variable is None:
            problem = "asking a model needs a key. Set ANTHROPIC_API_KEY (or ANTHROPIC_AUTH_TOKEN)"
        else:
            problem = (
                f"{variable} holds a letter that keys cannot have: they are plain ASCII. "
                "Copy the key again"
            )
        super().__init__(f"{problem}, or do without a model.")


class NoRegionError(ModelError):
    """A cloud's models are to be asked, but nothing says where."""

    def __init__(self, cloud: str, variable: str) -> None:
        """Take the cloud and the variable that is missing."""
        super().__init__(
            f"asking a model at {cloud} needs {variable}. Set it, or unset the variable that "
            f"chose {cloud}."
        )


class RefusedKeyError(ModelError):
    """The key is not accepted, or not for this."""

    def __init__(self, address: str, said: str) -> None:
        """Take the address and what was said there."""
        super().__init__(
            f"{address} did not accept the key ({said}). Check ANTHROPIC_API_KEY or "
            "ANTHROPIC_AUTH_TOKEN, and what the key may be used for."
        )


class UnknownModelError(ModelError):
    """There is no such model at the address."""

    def __init__(self, model: str, address: str, said: str) -> None:
        """Take the model's name, the address and what was said there."""
        super().__init__(
            f"{address} has no model {model!r} ({said}). Give another name, or check "
            "ANTHROPIC_BASE_URL and model.base_url."
        )


class BusyModelError(ModelError):
    """The model is overloaded, or too much was asked of it."""

    def __init__(self, address: str, said: str, attempts: int) -> None:
        """Take the address, what was said there, and how often it was tried."""
        tries = "once" if attempts == 1 else f"{attempts} times"
        super().__init__(
            f"{address} could not answer now ({said}); it was asked {tries}. "
            "Wait some minutes, then retry."
        )
        self.attempts = attempts


class UnreachableModelError(ModelError):
    """The network does not lead to the model."""

    def __init__(self, address: str, reason: str, attempts: int) -> None:
        """Take the address, the reason in a few words, and how often it was tried."""
        tries = "once" if attempts == 1 else f"{attempts} times"
        super().__init__(
            f"cannot reach {address}: {reason}; it was tried {tries}. Check the network, a proxy "
            "and ANTHROPIC_BASE_URL, then retry."
        )
        self.attempts = attempts


class BrokenAnswerError(ModelError):
    """The answer of a model broke off."""

    def __init__(self, address: str, reason: str, *, had_content: bool, attempts: int = 1) -> None:
        """Take the address, the reason in a few words, and whether some of it had come."""
        came = "after some of it had come" if had_content else "before anything of it had come"
        tries = "once" if attempts == 1 else f"{attempts} times"
        super().__init__(
            f"the answer of {address} broke off {came} ({reason}); it was asked {tries}. "
            "Check the network, then ask again."
        )
        self.had_content = had_content
        self.attempts = attempts


class ModelAnswerError(ModelError):
    """The model refused this request, or its answer is of no use."""

    def __init__(self, address: str, said: str, advice: str = "Try another model.") -> None:
        """Take the address, what was said there, and what can be done about it."""
        super().__init__(f"{address} gave no usable answer: {said}. {advice}")
