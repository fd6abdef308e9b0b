/// @service
protocol Linked {
    /// @get /all
    /// @pages link
    func all(size: Int) async throws(ServiceFailure) -> [Int]
    /// @get /some
    /// @pages link items=data limit=2
    func some() async throws(ServiceFailure) -> [Int]
}

private func page(_ body: String, _ link: String) -> ServiceAnswer { answer(200, body, headers: ["link": link]) }

func checkPageLinks() async throws {
    let base = "https://shop.test/v1/all"
    let (client, transport) = service([
        page(
            "[1, 2]",
            #"<\#(base)?size=2>; rel="prev", <?size=2&page=a,b>; title="a, \"b\"; rel=prev" ; rel="last next""#
        ),
        page("[]", "</v1/all?page=3>;rel=NEXT;rel=prev"), page("[3]", #"<?page=4>; rel="prev"; rel="next""#),
    ])
    expect(try await HTTPLinked(client).all(size: 2) == [1, 2, 3])
    let expected = ["\(base)?size=2", "\(base)?size=2&page=a,b", "\(base)?page=3"]
    expect(transport.lines == expected.map { "GET " + $0 })

    for link in ["<\(base)?size=1>; rel=next", "<>; rel=next"] {
        let (client, _) = service([page("[1]", link)])
        expect(
            await failure { try await HTTPLinked(client).all(size: 1) }
                == "pages(main.ServiceFailure.PageProblem.repeated)"
        )
    }
    for link in [
        "<http://shop.test/v1/all>; rel=next", "<https://shop.test:8443/>; rel=next", "<//evil.test/>; rel=next",
    ] {
        let (client, transport) = service([page("[1]", link)])
        expect(
            await failure { try await HTTPLinked(client).all(size: 1) }
                == "pages(main.ServiceFailure.PageProblem.elsewhere)"
        )
        expect(transport.lines.count == 1)
    }
    for (count, expected) in [(1, "read: [1, 1]"), (2, "pages(main.ServiceFailure.PageProblem.tooMany)")] {
        let links = (0..<count).map { page(#"{"data": [1]}"#, "<?page=\($0)>; rel=next") }
        let (client, _) = service(links + [answer(200, #"{"data": [1]}"#)])
        expect(await failure { try await HTTPLinked(client).some() } == expected)
    }
    for link in [
        "", "<x", "x>; rel=next", "<x>; rel", "<x>; =next", "<x>, ; rel=next", #"<x>; rel="nex"#, "<x>; rel=nextpage",
    ] {
        let (client, _) = service([page("[1]", link)])
        expect(try await HTTPLinked(client).all(size: 1) == [1])
    }
}
