import ChildProcesses
import DomainKit
import Foundation
import Nacre
import NacreInspector
import NacreLMDB
import NacreRuntime
import TestFolders
import Testing
import ToolTesting

/// A store in a folder, inspected in this process and written by others.
struct InspectedStore {
    let folder: TemporaryFolder
    let runtime: Runtime
    let inspector: Inspector

    var path: String { folder.path("s.store") }
    var store: any EventStore { runtime.store }

    /// Runs a test on a real history, imported by the program `nacre`.
    static func withHistory(
        at history: String = Fixture.history, features: Features? = nil, _ test: (InspectedStore) async throws -> Void
    ) async throws {
        try await run(
            filling: { try await nacre("import", history, "--store", $0.path("s.store")) }, features: features,
            test)
    }

    /// Runs a test on events, one commit each.
    static func with(
        _ events: [(stream: StreamName, event: EventData)], _ test: (InspectedStore) async throws -> Void
    ) async throws {
        try await run(
            filling: { folder in
                let runtime = try await Runtime.open(.lmdb(at: folder.path("s.store"))) {}
                for (stream, event) in events { try await runtime.store.append([event], to: stream) }
                await runtime.close()
            }, test)
    }

    /// Runs a test on a store that a closure has filled, opened with the given features alone.
    static func run(
        filling fill: (TemporaryFolder) async throws -> Void, features: Features? = nil,
        _ test: (InspectedStore) async throws -> Void
    ) async throws {
        let folder = try TemporaryFolder()
        try await fill(folder)
        let path = folder.path("s.store")
        let runtime = try await Runtime.open(.lmdb(at: path), for: .reading) { if let features { features } }
        let inspector = try Inspector(runtime, storeAt: path, tool: "nacre")
        do {
            try await test(InspectedStore(folder: folder, runtime: runtime, inspector: inspector))
        } catch {
            await inspector.shutdown()
            await runtime.close()
            throw error
        }
        await inspector.shutdown()
        await runtime.close()
    }

    /// The page at an address.
    func page(_ target: String) async -> Page { Page(await inspector.answer(InspectorRequest(target: target))) }

    /// Runs the program `nacre` in a process of its own.
    ///
    /// - Returns: What it printed on standard output.
    @discardableResult
    static func nacre(_ arguments: String...) async throws -> String { try await nacre(arguments) }

    /// Runs the program `nacre` in a process of its own.
    @discardableResult
    static func nacre(_ arguments: [String]) async throws -> String {
        let process = try await ChildProcess(program, arguments)
        let output = String(decoding: try await process.output(), as: UTF8.self)
        try #require(try await process.ending() == .exit(0), "\(arguments)")
        return output
    }

    /// The program beside the test bundle.
    static var program: URL {
        URL(filePath: CommandLine.arguments[0]).resolvingSymlinksInPath().deletingLastPathComponent()
            .appending(path: "nacre")
    }
}

/// An answer of the inspector.
struct Page {
    let status: Int
    let fields: [String: String]
    let html: String

    init(_ answer: InspectorAnswer) {
        (status, fields) = (answer.status, answer.fields)
        html = if case .body(let bytes) = answer.content { String(decoding: bytes, as: UTF8.self) } else { "" }
    }

    /// The positions of the table's rows, from the top.
    var positions: [Position] { html.matches(of: /<tr data-position="(\d+)">/).compactMap { Position($0.1) } }

    /// The address of the first link with a text.
    func link(_ text: String) -> String? {
        html.matches(of: /href="([^"]*)">([^<]*)</).first { $0.2 == text }.map {
            String($0.1).replacing("&amp;", with: "&")
        }
    }

    /// The text of the page without its elements.
    var text: String { Self.text(of: html) }

    static func text(of html: String) -> String {
        html.replacing(/<[^>]*>/, with: "").replacing("&lt;", with: "<").replacing("&gt;", with: ">")
            .replacing("&quot;", with: "\"").replacing("&#39;", with: "'").replacing("&amp;", with: "&")
    }

    /// The names of the elements in their order: content that leaves its element changes them.
    ///
    /// By scalars, as browsers read: a mark may combine with the end of a tag.
    var elements: [Substring] {
        html.matches(of: /<\/?([a-zA-Z!][^\s>]*)/.matchingSemantics(.unicodeScalar)).map(\.1)
    }
}

extension EventID {
    /// An id that no other event of a test has.
    static func random() -> EventID {
        EventID(high: .random(in: .min ... .max), low: .random(in: .min ... .max))
    }
}
