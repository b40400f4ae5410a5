import DomainKit
import Foundation
import Nacre
import NacreTesting
import Testing

@Suite struct ErrorMessageTests {
    private struct Disk: Error, CustomStringConvertible {
        var description: String { "sector 7 cannot be read" }
    }

    private let store = InMemoryEventStore()

    private func occurrences(of words: String, in text: String) -> Int { text.components(separatedBy: words).count - 1 }

    @Test func `Foundation shows a store's message with its underlying error`() {
        let error: any Error = EventStoreError(.inputOutput, "the log cannot be read: mend the disk", cause: Disk())
        #expect(error.localizedDescription == "the log cannot be read: mend the disk (sector 7 cannot be read)")
    }

    @Test func `an underlying error that the message already contains is not repeated`() {
        let error = EventStoreError(.damaged, "the log is damaged: sector 7 cannot be read", cause: Disk())
        #expect("\(error)" == "the log is damaged: sector 7 cannot be read")
    }

    @Test func `Foundation shows the message of decoding and parsing errors`() async throws {
        try await store.append([EventData(type: "Happened", data: [])], to: "a-1")
        let recorded = try await store.event(at: 1)
        let json = try #require(throws: JSONError.self) { try JSONReader.validate([UInt8]().span) }
        let line = try #require(throws: NDJSONError.self) { try NDJSON.decode([1]) }
        let errors: [any Error] = [
            EventDecodingError(.malformed, "it is no JSON", in: recorded), json, line,
            ReadModelDamage("a row has no checksum"),
        ]
        for error in errors {
            #expect(error.localizedDescription == "\(error)")
            #expect(!error.localizedDescription.contains("error 1"))
        }
    }

    @Test(arguments: [10, 2_000])
    func `a halted projection reports its cause once, however long it is`(length: Int) async throws {
        struct Halting: Projection {
            struct Refused: Error, CustomStringConvertible {
                let description: String
            }

            let words: String
            let name = "halting"
            let schemaVersion = 1
            let query = Query.all
            let tables = [TableDefinition(0)]

            func apply(_ event: EventView, to model: any ReadModelWriter) throws { throw Refused(description: words) }

            func describe(key: [UInt8], value: [UInt8], in table: UInt8) -> String { "" }
        }
        try await store.append([EventData(type: "Happened", data: [])], to: "a-1")
        let words = "refused" + String(repeating: "!", count: length)
        let runner = ProjectionRunner(
            projection: Halting(words: words), store: store, models: InMemoryReadModelStore())
        let error = try await #require(throws: EventStoreError.self) { try await runner.catchUp() }
        #expect(error.cause is Halting.Refused)
        #expect(occurrences(of: "refused", in: "\(error)") == 1)
        #expect(occurrences(of: "refused", in: (error as any Error).localizedDescription) == 1)
    }

    @Test(arguments: [10, 2_000])
    func `a halted process reports its cause once, however long it is`(length: Int) async throws {
        struct Halting: ProcessManager {
            struct Refused: Error, CustomStringConvertible {
                let description: String
            }

            let words: String
            let name = "halting"
            let query = Query.all

            func react(to event: RecordedEvent) async throws -> Commit? { throw Refused(description: words) }
        }
        try await store.append([EventData(type: "Happened", data: [])], to: "a-1")
        let words = "refused" + String(repeating: "!", count: length)
        let runner = ProcessRunner(manager: Halting(words: words), store: store)
        let error = try await #require(throws: EventStoreError.self) { try await runner.catchUp() }
        #expect(error.cause is Halting.Refused)
        #expect(occurrences(of: "refused", in: "\(error)") == 1)
    }

    @Test func `a conflict that halts a process is reported once`() async throws {
        struct Repeating: ProcessManager {
            let name = "repeating"
            let query = Query.all

            func react(to event: RecordedEvent) async throws -> Commit? {
                Commit([EventData(type: "Noted", data: [])], to: "b-1", expecting: .exact(7))
            }
        }
        try await store.append([EventData(type: "Happened", data: [])], to: "a-1")
        let runner = ProcessRunner(manager: Repeating(), store: store)
        let error = try await #require(throws: EventStoreError.self) { try await runner.catchUp() }
        #expect(occurrences(of: "expected b-1 at version 7", in: "\(error)") == 1)
    }
}
