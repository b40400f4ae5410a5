import DocumentationPages
import Foundation
import Testing

/// Every Swift listing of the documentation, in pages and in doc comments, is part of a file that is compiled.
@Suite struct ListingTests {
    /// The folders of files that are compiled for the documentation.
    private static let folders = [
        "Tests/Documentation", "Tests/Tutorial", "Tests/HummingbirdShop", "Tests/ReadmeListing", "Tests/ReadmeCommand",
        "Tests/Verification/Simulation/Tests", "Tests/Shell/Application/Listings", "Tests/Shell/Server/Listings",
        "Tests/NacreInspectorTests/Listings", "Tests/Engines/NacreEtcdTests/Listings",
    ]

    private static let files: [CompiledFile] = folders.flatMap(DocumentationPage.files).filter {
        $0.hasSuffix(".swift")
    }.compactMap { path in
        (try? DocumentationPage.text(of: path)).map { CompiledFile(path: path, text: $0) }
    }

    private static func listings(of path: String) throws -> [Listing] {
        try Listing.all(of: path).filter { $0.language == "swift" }
    }

    @Test(arguments: Listing.pages)
    func `every Swift listing of a page is in a compiled file`(page: String) throws {
        let missing = try Self.listings(of: page).compactMap { $0.mismatch(in: Self.files) }
        #expect(missing == [])
    }

    @Test(arguments: Listing.sources)
    func `every Swift listing of a doc comment is in a compiled file`(source: String) throws {
        let missing = try Self.listings(of: source).compactMap { $0.mismatch(in: Self.files) }
        #expect(missing == [])
    }

    @Test func `the pages and the doc comments have listings`() throws {
        #expect(try Listing.pages.flatMap(Self.listings).count > 100)
        #expect(try Listing.sources.flatMap(Self.listings).count > 60)
    }

    @Test func `every file that listings are looked for in belongs to a target`() throws {
        let folders = try ["", "Tests/Tutorial/", "Tests/HummingbirdShop/"].flatMap { package in
            try DocumentationPage.text(of: "\(package)Package.swift").matches(of: /path: "([^"]+)"/).map {
                "\(package)\($0.1)/"
            }
        }
        let paths = Self.files.map(\.path).filter { !$0.hasSuffix("/Package.swift") }
        try #require(paths.count > 40)
        #expect(paths.filter { path in !folders.contains { path.hasPrefix($0) } } == [])
    }

    @Test(arguments: ["Sources/Nacre/Nacre.docc/GettingStarted.md", "Sources/Nacre/Codecs/TypedEventCodec.swift"])
    func `a listing that differs in one token from what is compiled is found`(path: String) throws {
        let listings = try Self.listings(of: path)
        try #require(!listings.isEmpty)
        for listing in listings {
            for line in listing.lines.indices {
                var lines = listing.lines
                lines[line] = Listing.Line(number: lines[line].number, text: lines[line].text + "x")
                let planted = Listing(
                    page: listing.page, number: listing.number, language: listing.language, lines: lines)
                let mismatch = try #require(planted.mismatch(in: Self.files))
                #expect(mismatch.hasPrefix("\(listing.page):"))
            }
        }
    }

    @Test func `the listings of doc comments are those between fences`() {
        let source = """
            let fence = "```"

            /// ```
            /// open()
            ///
            ///     close()
            /// ```
            func open() {
                // ```
                /// ```text
                /// no code
                /// ```
            }
            """
        let listings = Listing.all(inCommentsOf: source, path: "Source.swift")
        #expect(listings.map(\.number) == [3, 10])
        #expect(listings.map(\.language) == ["swift", "text"])
        #expect(listings.map { $0.lines.map(\.text) } == [["open()", "close()"], ["no code"]])
        #expect(listings.map { $0.lines.map(\.number) } == [[4, 6], [11]])
    }

    private static let shop = CompiledFile(
        path: "Shop.swift",
        text: """
            import Nacre
            import NacreLMDB

            func open() async throws {
                let store = try await LMDBEventStore.open(at: "shop.nacre")
                try await store.append([placed], to: "order-42")

                print("appended")
            }
            """)

    private func mismatch(_ listing: String) -> String? {
        Listing.all(in: "# Page\n\n```swift\n\(listing)\n```\n", page: "Page.md")[0].mismatch(in: [Self.shop])
    }

    @Test(arguments: [
        "import NacreLMDB\n\nlet store = try await LMDBEventStore.open(at: \"shop.nacre\")",
        "try await store.append([placed], to: \"order-42\")\nprint(\"appended\")",
        "import Nacre\n\n// … later:\nprint(\"appended\")",
        "func open() async throws {\n    // …\n    print(\"appended\")\n}",
    ])
    func `indentation, blank lines and what an elision leaves out make no difference`(listing: String) {
        #expect(mismatch(listing) == nil)
    }

    @Test(arguments: [
        ("import NacreRuntime", "Page.md:4: in no compiled file: import NacreRuntime"),
        ("print(\"other\")", "Page.md:4: in no compiled file: print(\"other\")"),
        (
            "import Nacre\n\nlet store = try await LMDBEventStore.open(at: \"shop.nacre\")\nprint(\"appended\")",
            "Page.md:7: missing in Shop.swift: print(\"appended\")"
        ),
        (
            "print(\"appended\")\n// …\nimport Nacre\nlet store = try await LMDBEventStore.open(at: \"shop.nacre\")",
            "Page.md:7: missing in Shop.swift: "
                + "let store = try await LMDBEventStore.open(at: \"shop.nacre\")"
        ),
    ])
    func `a listing that is not compiled is reported with its first missing line`(listing: String, report: String) {
        #expect(mismatch(listing) == report)
    }
}
