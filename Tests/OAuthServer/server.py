"""An OAuth 2.0 server that is not ours: Authlib's, with what it keeps in memory, for `OAuthServerTests`.

Listens on a free port of 127.0.0.1, writes its URL to the file given, and serves until it is ended. Grants passwords,
refreshes (each refresh token for one use) and exchanges, revokes, and guards one list.
"""

import os
import sys
import time

from authlib.integrations.flask_oauth2 import AuthorizationServer, ResourceProtector
from authlib.oauth2.rfc6749 import BaseGrant, ClientMixin, TokenEndpointMixin, TokenMixin, grants
from authlib.oauth2.rfc6749.errors import InvalidRequestError
from authlib.oauth2.rfc6750 import BearerTokenValidator
from authlib.oauth2.rfc7009 import RevocationEndpoint
from flask import Flask, jsonify
from werkzeug.serving import make_server

EXCHANGE = "urn:ietf:params:oauth:grant-type:token-exchange"
PASSWORDS = {"ada": "analytical-engine"}
LEGACY = {"a-legacy-token": "ada"}


class Client(ClientMixin):
    """The one client there is: public, so it says who it is and proves nothing."""

    def get_client_id(self):
        return "seam"

    def get_default_redirect_uri(self):
        return None

    def get_allowed_scope(self, scope):
        return scope or ""

    def check_redirect_uri(self, redirect_uri):
        return False

    def check_client_secret(self, client_secret):
        return False

    def check_endpoint_auth_method(self, method, endpoint):
        return method == "none"

    def check_response_type(self, response_type):
        return False

    def check_grant_type(self, grant_type):
        return grant_type in ("password", "refresh_token", EXCHANGE)


class Token(TokenMixin):
    """What was granted."""

    def __init__(self, fields, user, client):
        self.fields, self.user, self.client = fields, user, client
        self.issued = time.time()
        self.is_access_over = self.is_refresh_over = False

    def check_client(self, client):
        return self.client.get_client_id() == client.get_client_id()

    def get_scope(self):
        return self.fields.get("scope", "")

    def get_expires_in(self):
        return self.fields["expires_in"]

    def is_expired(self):
        return self.issued + self.get_expires_in() < time.time()

    def is_revoked(self):
        return self.is_access_over

    def get_user(self):
        return self.user

    def get_client(self):
        return self.client


TOKENS = []


def find(kind, text):
    return next((token for token in TOKENS if token.fields.get(kind) == text), None)


class Password(grants.ResourceOwnerPasswordCredentialsGrant):
    TOKEN_ENDPOINT_AUTH_METHODS = ["none"]

    def authenticate_user(self, username, password):
        return username if PASSWORDS.get(username) == password else None


class Refresh(grants.RefreshTokenGrant):
    TOKEN_ENDPOINT_AUTH_METHODS = ["none"]
    INCLUDE_NEW_REFRESH_TOKEN = True

    def authenticate_refresh_token(self, refresh_token):
        token = find("refresh_token", refresh_token)
        return token if token and not token.is_refresh_over else None

    def authenticate_user(self, credential):
        return credential.get_user()

    def revoke_old_credential(self, credential):
        credential.is_refresh_over = credential.is_access_over = True


class Exchange(BaseGrant, TokenEndpointMixin):
    """RFC 8693, for which Authlib has the frame and no grant."""

    GRANT_TYPE = EXCHANGE
    TOKEN_ENDPOINT_AUTH_METHODS = ["none"]

    def validate_token_request(self):
        self.request.client = self.authenticate_token_endpoint_client()
        form = self.request.form
        if form.get("subject_token_type") != "urn:ietf:params:oauth:token-type:access_token":
            raise InvalidRequestError("no such type")
        self.request.user = LEGACY.get(form.get("subject_token"))
        if not self.request.user:
            raise InvalidRequestError("no such token")

    def create_token_response(self):
        token = self.generate_token(user=self.request.user, scope="", include_refresh_token=True)
        token["issued_token_type"] = "urn:ietf:params:oauth:token-type:access_token"
        self.save_token(token)
        return 200, token, self.TOKEN_RESPONSE_HEADER


class Revocation(RevocationEndpoint):
    CLIENT_AUTH_METHODS = ["none"]

    def query_token(self, token_string, token_type_hint):
        return find("access_token", token_string) or find("refresh_token", token_string)

    def revoke_token(self, token, request):
        token.is_access_over = token.is_refresh_over = True


class Bearer(BearerTokenValidator):
    def authenticate_token(self, token_string):
        return find("access_token", token_string)


app = Flask("oauth-server")
app.config["OAUTH2_REFRESH_TOKEN_GENERATOR"] = True
server = AuthorizationServer(
    app,
    query_client=lambda client_id: Client() if client_id == "seam" else None,
    save_token=lambda token, request: TOKENS.append(Token(token, request.user, request.client)),
)
for grant in (Password, Refresh, Exchange):
    server.register_grant(grant)
server.register_endpoint(Revocation)
protect = ResourceProtector()
protect.register_token_validator(Bearer())


@app.post("/auth/token")
def token():
    return server.create_token_response()


@app.post("/auth/revoke")
def revoke():
    return server.create_endpoint_response(Revocation.ENDPOINT_NAME)


@app.get("/users/ada/orders")
@protect()
def orders():
    return jsonify(generated_at=time.strftime("%Y-%m-%dT%H:%M:%S.999Z", time.gmtime()), orders=[])


if __name__ == "__main__":
    os.environ["AUTHLIB_INSECURE_TRANSPORT"] = "1"  # Loopback has no TLS.
    serving = make_server("127.0.0.1", 0, app, threaded=True)
    draft = sys.argv[1] + ".draft"
    with open(draft, "w") as file:
        file.write(f"http://127.0.0.1:{serving.server_port}")
    os.rename(draft, sys.argv[1])
    serving.serve_forever()
