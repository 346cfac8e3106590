"""The client against a service, which TRUST_URL and TRUST_KEY name, behind something that may refuse."""

from __future__ import annotations

import copy
import os
import pickle
import threading
import unittest
from datetime import datetime, timezone
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib.util import find_spec
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.request import HTTPRedirectHandler, Request, build_opener

from country_trust_client import CountryTrust, CountryTrustProblem, release_id, to_dataframe
from country_trust_client.problem import read_retry_after

SERVICE = os.environ["TRUST_URL"]
KEY = os.environ["TRUST_KEY"]


class _Stay(HTTPRedirectHandler):
    def redirect_request(self, *_: Any) -> None:
        return None


class Front:
    """Stands before the service and answers some requests itself, as a proxy does."""

    def __init__(self) -> None:
        self.refusals: list[tuple[int, dict[str, str]]] = []
        self.asked: list[tuple[str, str | None]] = []
        front = self

        class Handler(BaseHTTPRequestHandler):
            def answer(self) -> None:
                front.asked.append((f"{self.command} {self.path}", self.headers.get("Authorization")))
                status, headers, body = front.refuse() or front.pass_on(self)
                self.send_response(status)
                for name, value in headers.items():
                    self.send_header(name, value)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            do_GET = do_POST = answer

            def log_message(self, *_: object) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def refuse(self) -> tuple[int, dict[str, str], bytes] | None:
        return (*self.refusals.pop(0), b"") if self.refusals else None

    @staticmethod
    def pass_on(asked: BaseHTTPRequestHandler) -> tuple[int, dict[str, str], bytes]:
        names = ("Authorization", "Content-Type", "Accept-Encoding")
        headers = {name: asked.headers[name] for name in names if name in asked.headers}
        body = asked.rfile.read(int(asked.headers.get("Content-Length", 0))) or None
        request = Request(SERVICE + asked.path, body, headers, method=asked.command)
        try:
            response = build_opener(_Stay).open(request)
        except HTTPError as error:
            response = error
        with response:
            kept = ("Content-Type", "Content-Encoding", "Location", "Retry-After")
            served = {name: response.headers[name] for name in kept if name in response.headers}
            return response.status, served, response.read()


class ClientTest(unittest.TestCase):
    front: Front

    @classmethod
    def setUpClass(cls) -> None:
        cls.front = Front()

    @classmethod
    def tearDownClass(cls) -> None:
        cls.front.server.shutdown()
        cls.front.server.server_close()

    def setUp(self) -> None:
        self.front.refusals = []
        self.front.asked = []

    def open(self, **options: Any) -> CountryTrust:
        given: dict[str, Any] = {"key": KEY, **options}
        return CountryTrust(self.front.url, **given)

    def requests(self) -> list[str]:
        return [request for request, _ in self.front.asked]

    def problem_of(self, call: Any, *arguments: Any, **named: Any) -> CountryTrustProblem:
        with self.assertRaises(CountryTrustProblem) as caught:
            call(*arguments, **named)
        return caught.exception


class Calls(ClientTest):
    def test_objects_texts_and_bytes(self) -> None:
        self.assertEqual(self.open().rank_countries(limit=3)["items"][0]["rank"], 1)
        self.assertIn("NAM,NA,namibia", self.open().download_country_data())
        self.assertEqual(self.open().download_table("countries.parquet")[:4], b"PAR1")
        self.assertIn("id,slug,name", self.open().list_companies(country="NA", format="csv"))
        self.assertEqual(self.open().list_companies(country="NA", format="xlsx")[:2], b"PK")

    def test_several_values_and_a_redirect(self) -> None:
        self.assertGreater(self.open().list_companies(country=["NA", "DE"], limit=1)["total"], 5)
        self.assertEqual(self.requests(), ["GET /api/v2/companies?country=NA%2CDE&limit=1"])
        self.assertEqual(self.open().get_country("NAM")["slug"], "namibia")

    def test_the_key_is_sent_and_follows_no_redirect_to_another_origin(self) -> None:
        elsewhere = Front()
        try:
            self.open().get_scale()
            CountryTrust(self.front.url).get_scale()
            self.front.refusals = [(307, {"Location": f"{elsewhere.url}/api/v2/scale"})]
            self.open().get_scale()
            keys = [key for _, key in self.front.asked]
            self.assertEqual(keys, [f"Bearer {KEY}", None, f"Bearer {KEY}"])
            self.assertEqual(elsewhere.asked, [("GET /api/v2/scale", None)])
        finally:
            elsewhere.server.shutdown()
            elsewhere.server.server_close()

    def test_a_body(self) -> None:
        trust = self.open(release="pinned")
        places = trust.reverse_geocode_points({"points": [{"lat": 52.37, "lng": 4.9}, {"lat": 30, "lng": -40}]})
        self.assertEqual([item["iso2"] for item in places["items"]], ["NL", None])
        self.assertEqual(places["territories"]["NL"]["slug"], "netherlands")
        self.assertIsNone(trust.release, "geocoding is of no release")
        portfolio = trust.match_portfolio({"rows": [{"name": "Oompaline Group"}]})
        self.assertEqual(portfolio["meta"]["release"], trust.release)

    def test_problems(self) -> None:
        missing = self.problem_of(self.open().get_country, "atlantis")
        self.assertEqual((missing.status, missing.code), (404, "country_not_found"))
        self.assertIn('"atlantis"', missing.detail)
        invalid = self.problem_of(self.open().list_companies, limit=0, sort="colour")
        self.assertEqual({error.get("parameter") for error in invalid.errors}, {"limit", "sort"})
        self.front.refusals = [(502, {})]
        proxy = self.problem_of(self.open(retries=0).get_scale)
        self.assertEqual((proxy.status, proxy.code, proxy.problem), (502, None, None))


    def test_a_problem_leaves_a_pool_of_processes_as_it_is(self) -> None:
        problem = self.problem_of(self.open().list_companies, limit=0)
        for twin in (pickle.loads(pickle.dumps(problem)), copy.copy(problem)):
            self.assertIs(type(twin), CountryTrustProblem)
            self.assertEqual(vars(twin), vars(problem))
            self.assertEqual(str(twin), str(problem))


class Lists(ClientTest):
    def test_items_once_and_of_the_release_of_the_first_page(self) -> None:
        whole = self.open().list_companies(country="NA")
        self.front.asked = []
        trust = self.open()
        items = list(trust.items(trust.list_companies(country="NA", limit=2)))
        self.assertEqual(items, whole["items"])
        first, *others = self.requests()
        self.assertNotIn("release=", first)
        self.assertEqual(len(others), 2)
        for other in others:
            self.assertIn(f"release={whole['meta']['release']}", other)

    def test_the_public_address_may_have_a_path(self) -> None:
        whole = self.open().list_companies(country="NA")
        trust = self.open()
        first = trust.list_companies(country="NA", limit=2)
        first["next"] = (first["next"] or "").replace("/api/", "/api/of/trust/api/")
        self.assertEqual(list(trust.items(first)), whole["items"])

    def test_fields(self) -> None:
        trust = self.open()
        for page in trust.pages(trust.list_companies(country="NA", limit=2, fields=["name"])):
            self.assertEqual([list(item) for item in page["items"]], [["name"]] * len(page["items"]))
        self.assertEqual(len(self.front.asked), 3)

    @unittest.skipUnless(find_spec("pandas"), "pandas is not installed here")
    def test_a_table_of_pandas(self) -> None:
        trust = self.open()
        table = to_dataframe(trust.items(trust.rank_countries(min_companies=20)))
        self.assertEqual(len(table), 24)
        self.assertEqual(str(table["rank"].dtype), "Int64")
        unranked = table[table["rank"].isna()]
        self.assertGreater(len(unranked), 0)
        self.assertEqual(set(unranked["reasons.rank"]), {"too_few_companies"})
        self.assertIn("NA", set(table["iso2"]))
        self.assertEqual(str(table["distribution.low"].dtype), "Int64")


class Releases(ClientTest):
    def test_pinned_asks_once(self) -> None:
        trust = self.open(release="pinned")
        callers = [threading.Thread(target=trust.get_country_sector_matrix) for _ in range(3)]
        for caller in callers:
            caller.start()
        for caller in callers:
            caller.join()
        matrix = f"GET /api/v2/intelligence/country-sector-matrix?release={trust.release}"
        self.assertEqual(self.requests(), ["GET /api/v2/scale", matrix, matrix, matrix])

    def test_after_a_failure_the_next_call_asks_again(self) -> None:
        trust = self.open(release="pinned")
        self.front.refusals = [(500, {})]
        self.problem_of(trust.list_sectors)
        self.assertIsNone(trust.release)
        self.assertEqual(trust.list_sectors()["meta"]["release"], trust.release)

    def test_previous(self) -> None:
        problem = self.problem_of(self.open(release="previous").list_sectors)
        self.assertEqual(problem.code, "release_not_found")
        self.assertEqual(self.requests(), ["GET /api/v2/scale?release=previous"])

    def test_an_id(self) -> None:
        release = self.open().get_scale()["meta"]["release"]
        self.front.asked = []
        trust = self.open(release=release_id(release))
        trust.get_scale()
        trust.get_dashboard()
        self.problem_of(trust.get_scale, as_of="2001-01-01")
        scale = "GET /api/v2/scale"
        self.assertEqual(
            self.requests(), [f"{scale}?release={release}", "GET /api/dashboard", f"{scale}?as_of=2001-01-01"]
        )


    def test_what_is_no_release(self) -> None:
        with self.assertRaisesRegex(ValueError, '"pined"'):
            self.open(release="pined")


class Retries(ClientTest):
    now = (429, {"Retry-After": "0"})

    def test_as_retry_after_says(self) -> None:
        self.front.refusals = [self.now, (503, {"Retry-After": "Wed, 01 Jan 2020 00:00:00 GMT"}), self.now]
        self.open().get_scale()
        self.assertEqual(len(self.front.asked), 4)

    def test_no_more_often_than_retries(self) -> None:
        self.front.refusals = [self.now] * 4
        self.assertEqual(self.problem_of(self.open(retries=2).get_scale).status, 429)
        self.assertEqual(len(self.front.asked), 3)

    def test_a_wait_beyond_the_limit_is_not_begun(self) -> None:
        self.front.refusals = [(429, {"Retry-After": "3600"})]
        self.assertEqual(self.problem_of(self.open().get_scale).retry_after_seconds, 3600)
        self.front.refusals = [(429, {"Retry-After": "1"})] * 2
        self.problem_of(self.open(wait_seconds_max=1.5).get_scale)
        self.assertEqual(len(self.front.asked), 3)

    def test_after_a_proxy_without_retry_after(self) -> None:
        self.front.refusals = [(503, {}), (504, {"Retry-After": "0"})]
        self.open().get_scale()
        self.assertEqual(len(self.front.asked), 3)

    def test_not_after_429_without_retry_after_and_not_after_another_error(self) -> None:
        refusals: list[tuple[int, dict[str, str]]] = [(429, {}), (500, {"Retry-After": "0"})]
        for refusal in refusals:
            self.front.refusals = [refusal]
            self.problem_of(self.open().get_scale)
        self.assertEqual(len(self.front.asked), 2)

    def test_a_connection_that_fails(self) -> None:
        nobody = CountryTrust("http://127.0.0.1:1", retries=1, wait_seconds_max=1)
        with self.assertRaises(URLError):
            nobody.get_scale()

    def test_post(self) -> None:
        self.front.refusals = [self.now]
        self.open().reverse_geocode_points({"points": [{"lat": 52.37, "lng": 4.9}]})
        self.assertEqual(len(self.front.asked), 2)
        self.front.refusals = [self.now]
        self.problem_of(self.open(key=None).sign_up, {"email": "reader@example.org", "use_case": "tests"})
        self.assertEqual(len(self.front.asked), 3)

    def test_forms_of_retry_after(self) -> None:
        now = datetime(2026, 11, 20, 10, tzinfo=timezone.utc)
        forms = ["120", " 0 ", "Fri, 20 Nov 2026 10:01:30 GMT", "Fri, 20 Nov 2026 09:00:00 GMT", "-1", "1.5", "soon", None]
        self.assertEqual([read_retry_after(form, now) for form in forms], [120, 0, 90, 0, None, None, None, None])


if __name__ == "__main__":
    unittest.main()
