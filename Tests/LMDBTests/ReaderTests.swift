import Foundation
import LMDB
import TestTraits
import Testing

@Suite(.fewAtOnce) struct ReaderTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// Runs the body inside as many read transactions as `depth` says.
    private func nested(_ depth: Int, in environment: Environment, _ body: () throws -> Void) throws {
        guard depth > 0 else { return try body() }
        try environment.read { _ in try nested(depth - 1, in: environment, body) }
    }

    @Test func `a full reader table is an error that says how many slots there are and what to do`() throws {
        let environment = try folder.open(maximumReaders: 2)
        // LMDB rounds the table up to a page.
        let slots = try environment.statistics().maximumReaders
        try nested(slots, in: environment) {
            #expect(code { _ = try environment.get("a") } == .readersFull)
            let text = message { _ = try environment.get("a") }
            #expect(text.contains("\(slots) slots") && text.contains("maximumReaders"))
        }
    }

    @Test func `a reader table that was full can be used once transactions have ended`() throws {
        let environment = try folder.open(maximumReaders: 2)
        let slots = try environment.statistics().maximumReaders
        try nested(slots, in: environment) {
            #expect(code { _ = try environment.get("a") } == .readersFull)
        }
        try nested(slots, in: environment) {}
    }

    @Test func `read transactions one after the other share a slot`() throws {
        let environment = try folder.open()
        for _ in 0..<100 { _ = try environment.get("a") }
        #expect(try environment.statistics().readersInUse == 1)
    }

    @Test func `only a bounded number of ended read transactions keeps its slot`() throws {
        let environment = try folder.open(maximumReaders: 126)
        try nested(100, in: environment) {
            let open = try environment.statistics().readersInUse
            #expect(open == 100)
        }
        let kept = try environment.statistics().readersInUse
        #expect(kept > 0 && kept < 100)
    }

    @Test func `readers of this process are not taken for dead`() throws {
        let environment = try folder.open()
        try environment.read { _ in
            let cleared = try environment.clearDeadReaders()
            #expect(cleared == 0)
        }
    }

    @Test func `many threads can read at once`() throws {
        let environment = try folder.open()
        try environment.put("a", "1")
        DispatchQueue.concurrentPerform(iterations: 16) { _ in
            do {
                for _ in 0..<100 { #expect(try environment.get("a") == "1") }
            } catch {
                Issue.record(error)
            }
        }
    }
}
