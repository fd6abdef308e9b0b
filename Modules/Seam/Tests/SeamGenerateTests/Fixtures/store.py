#!/usr/bin/env python3
"""A small store over HTTP, for a generated service: a token for a password, a profile, and orders in pages.

Prints its port. `/requests` has the paths of the requests so far.
"""
import http.server
import json
import urllib.parse

TOKEN = "Bearer t-1"
REQUESTS = []
ORDERS = [f"O-{number}" for number in range(1, 8)]


class Store(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def respond(self, status, value):
        REQUESTS.append(self.path)
        body = json.dumps(value).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def do_POST(self):
        form = urllib.parse.parse_qs(self.rfile.read(int(self.headers["Content-Length"])).decode())
        if self.path != "/auth/token" or form.get("password") != ["secret"]:
            return self.respond(400, {"error": "invalid_grant"})
        return self.respond(200, {"access_token": "t-1", "user": form["username"][0]})

    def do_GET(self):
        url = urllib.parse.urlsplit(self.path)
        query = dict(urllib.parse.parse_qsl(url.query))
        if self.path == "/requests":
            return self.respond(200, REQUESTS)
        if self.headers["Authorization"] != TOKEN:
            return self.respond(401, {"error": "unauthorised"})
        if url.path == "/user":
            return self.respond(200, {"name": "Ada", "bonus_points": 3})
        if url.path != "/users/ada/orders":
            return self.respond(404, {"error": "unknown"})
        first = int(query.get("page_token", "0"))
        end = first + int(query["page_size"])
        page = {"orders": [{"number": number} for number in ORDERS[first:end]]}
        if end < len(ORDERS):
            page["next_page_token"] = str(end)
        return self.respond(200, page)

    def log_message(self, *_):
        pass


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Store)
print(server.server_port, flush=True)
server.serve_forever()
