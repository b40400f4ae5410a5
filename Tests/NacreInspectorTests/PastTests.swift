import Foundation
import Nacre
import NacreLMDB
import NacreRuntime
import TestTraits
import Testing

@testable import NacreCLI
@testable import NacreInspector

@Suite(.fewAtOnce, .timeLimit(.minutes(10))) struct PastTests {
    /// Runs a test on the real history with the features of the application, and the name of a stream with many events.
    private func withItems(_ test: (InspectedStore, String) async throws -> Void) async throws {
        try await InspectedStore.withHistory(features: NacreProgram.features) { store in
            let streams = try await store.lines("streams")
            let longest = try #require(
                streams.max { ($0["version"] as? Int ?? 0) < ($1["version"] as? Int ?? 0) }?["stream"] as? String)
            try await test(store, longest)
        }
    }

    @Test func `a state and the events behind its fields are what blame prints, at every version`() async throws {
        try await withItems { store, stream in
            let last = try await store.store.version(of: StreamName(stream))
            #expect(last > 3)
            for version in [1, 2, last] {
                let page = await store.page(Address.state(of: stream, at: version))
                #expect(page.status == 200)
                let position = try #require(page.html.firstMatch(of: /After <a href="\/events\/(\d+)">/)?.1)
                let blamed = try await store.lines("blame", stream, "--as-of", String(position))
                #expect(page.fieldCells.map { $0[0] } == blamed.compactMap { $0["field"] as? String })
                #expect(page.fieldCells.map { $0[3] } == blamed.map { ($0["position"] as? Int).map { "\($0)" } ?? "–" })
                let before = "\(Int(position).map { $0 - 1 } ?? 0)"
                let changed = try await store.lines("diff", stream, before, String(position))
                #expect(
                    page.html.matches(of: /<tr class="changed">/).count
                        == changed.count { $0["after"] != nil }, "version \(version)")
            }
        }
    }

    @Test func `steps go through the versions of a stream, and a moment leads to one`() async throws {
        try await withItems { store, stream in
            let first = await store.page(Address.state(of: stream, at: 1))
            #expect(first.link("Step back") == nil)
            #expect(first.link("Step forward") == Address.state(of: stream, at: 2))
            let second = await store.page(try #require(first.link("Step forward")))
            #expect(second.link("Step back") == Address.state(of: stream, at: 1))
            let latest = await store.page(Address.state(of: stream))
            #expect(latest.link("Step forward") == nil)
            #expect(latest.link("Latest") == nil)
            let events = try await store.lines("read", stream)
            let third = try #require(events[2]["position"] as? Int)
            for text in ["\(third)", try #require(events[2]["recordedAt"] as? String)] {
                let found = await store.page("\(Address.state(of: stream))&as-of=\(PercentCoding.encode(text))")
                #expect(found.status == 303)
                let shown = await store.page(found.fields["location"] ?? "")
                #expect(shown.text.contains("After event"))
                if text == "\(third)" { #expect(found.fields["location"] == Address.state(of: stream, at: 3)) }
            }
        }
    }

    @Test func `the rows of a read model are those that the command prints, page by page`() async throws {
        try await withItems { store, _ in
            let expected = try await store.lines("projections", "rows", "items", "--as-of", "900")
            #expect(!expected.isEmpty)
            var (shown, target) = ([String](), Address.rows(of: "items", asOf: 900) as String?)
            while let address = target {
                let page = try await store.answered(address)
                shown += page.cells.filter { $0[0].isEmpty }.map { $0[2] }
                target = page.link("Further rows")
            }
            #expect(shown == expected.compactMap { $0["row"] as? String })
        }
    }

    @Test func `pages of rows go on where the one before has ended`() async throws {
        let events = (1...250).map { (StreamName("s-\($0)"), EventData(type: "T", data: [])) }
        try await InspectedStore.with(events) { store in
            let runtime = try await Runtime.open(.lmdb(at: store.path), for: .reading) { Numbers() }
            let inspector = try Inspector(runtime, storeAt: store.path, tool: "shop")
            var (shown, sizes, target) = ([String](), [Int](), Address.rows(of: "numbers", asOf: 249) as String?)
            while let address = target {
                let page = Page(await inspector.answer(InspectorRequest(target: address)))
                guard !page.isRunning else { continue }
                let rows = page.cells.filter { $0[0].isEmpty }
                shown += rows.map { $0[2] }
                sizes.append(rows.count)
                target = page.link("Further rows")
            }
            #expect(shown == (1...249).map { "number \($0)" })
            #expect(sizes == [100, 100, 49])
            await inspector.shutdown()
            await runtime.close()
        }
    }

    @Test func `the rows that an event changed come first, as diff prints them`() async throws {
        try await withItems { store, _ in
            for position in [1, 450, 1792] {
                let page = try await store.answered(Address.rows(of: "items", asOf: Position(position)))
                let expected = try await store.lines(
                    "diff", "--projection", "items", "\(position - 1)", "\(position)")
                let changed = page.cells.prefix { !$0[0].isEmpty }
                #expect(changed.map { $0[0] } == expected.compactMap { $0["change"] as? String })
                #expect(changed.map { $0[1] } == expected.compactMap { $0["name"] as? String })
            }
        }
    }

    @Test func `the values of a row lead to the events behind them`() async throws {
        try await withItems { store, _ in
            let rows = try await store.answered(Address.rows(of: "items", asOf: 900))
            let name = try #require(rows.cells.last?[1])
            let address = try #require(rows.link(name))
            let page = try await store.answered(address)
            let blamed = try await store.lines("blame", "--projection", "items", name, "--as-of", "900")
            #expect(page.cells.map { $0[5] } == blamed.compactMap { $0["field"] as? String })
            let positions = blamed.compactMap { $0["position"] as? Int }.map { "\($0)" }
            #expect(page.cells.map { $0[0] } == positions)
            for position in positions { #expect(page.link(position) == "/events/\(position)") }
            let history = try await store.answered(try #require(page.link("all values that it had")))
            #expect(history.cells.count >= page.cells.count)
        }
    }

    @Test func `what changed between two moments is what diff prints`() async throws {
        try await withItems { store, stream in
            let ofModel = try await store.answered("/past/difference?projection=items&from=800&to=900")
            let rows = try await store.lines("diff", "--projection", "items", "800", "900")
            #expect(!rows.isEmpty)
            #expect(ofModel.cells.map { $0[2] } == rows.compactMap { $0["name"] as? String })
            let last = try #require(ofModel.cells.first?[4])
            #expect(ofModel.link(last) == "/events/\(last)")
            let ofStream = try await store.answered("/past/difference?stream=\(PercentCoding.encode(stream))&from=0")
            let fields = try await store.lines("diff", stream, "0")
            #expect(ofStream.cells.count == fields.count)
            let none = try await store.answered("/past/difference?projection=items&from=900&to=900")
            #expect(none.text.contains("Nothing differs between the two moments."))
        }
    }

    @Test func `a part of the time leads to the position that the log had by then`() async throws {
        try await withItems { store, _ in
            for (share, expected) in [("0", 1...1_792), ("1000", 1_792...1_792)] as [(String, ClosedRange<Position>)] {
                let page = await store.page("/past/rows?projection=items&share=\(share)")
                let address = try #require(page.fields["location"])
                let position = try #require(address.firstMatch(of: /as-of=(\d+)/).flatMap { Position($0.1) })
                #expect(expected.contains(position))
            }
        }
    }

    @Test(arguments: [
        ("/past/stream?stream=no-such-1", 404, "no-such-1"), ("/past/rows?projection=itms&as-of=1", 400, "items"),
        ("/past/rows?projection=items&as-of=soon", 400, "soon"),
        ("/past/rows?projection=items&as-of=1&by=never", 400, "never"),
        ("/past/rows?projection=items&as-of=1&after=x", 400, "x"),
        ("/past/rows?projection=items&as-of=9999", 404, "9999"),
        ("/past/rows?projection=items&share=many", 400, "many"),
        ("/past/difference?projection=items&from=9&to=3", 200, "exchange them"),
        ("/past/difference?projection=items&stream=a&from=9", 400, "not both"),
        ("/past/nothing", 404, "no view"),
    ])
    func `what cannot be shown is said`(target: String, status: Int, words: String) async throws {
        try await withItems { store, _ in
            let page = try await store.answered(target)
            #expect(page.status == status)
            #expect(page.text.contains(words))
        }
    }

    @Test func `the first question about a long log keeps states in a temporary place, unless the store keeps some`()
        async throws
    {
        try await withItems { store, _ in
            let states = PastStates(of: store.runtime, quickEvents: 100)
            let past = try await states.runtime(for: "items") { _, _ in }
            #expect(past !== store.runtime)
            #expect(try await past.keptStates().count >= 8)
            #expect(try await store.runtime.keptStates().isEmpty)
            let quick = try await past.pastRows(of: "items", asOf: .position(1_000), limit: 5_000)
            let plain = try await store.runtime.pastRows(of: "items", asOf: .position(1_000), limit: 5_000)
            #expect(quick.rows == plain.rows)
            #expect(quick.changes == plain.changes)
            try await InspectedStore.nacre(
                "projections", "keep", "items", "--every", "500", "--store", store.path)
            #expect(try await states.runtime(for: "items") { _, _ in } === store.runtime)
        }
    }
}

/// A row for each event.
private struct Numbers: Projection {
    let name = "numbers"
    let schemaVersion = 1
    let query = Query.all
    let tables = [TableDefinition(0)]

    func apply(_ event: EventView, to model: any ReadModelWriter) throws {
        let key = stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: event.position >> $0) }
        try model.setValue([], for: key, in: 0)
    }

    func describe(key: [UInt8], value: [UInt8], in table: UInt8) -> String {
        "number \(key.reduce(0) { $0 << 8 | UInt64($1) })"
    }
}
