import Nacre
import NacreTesting
import Testing

/// A promise of the levels `files` and `notices` that a store breaks, with the rules that must detect it.
struct FileMutation: Sendable, CustomTestStringConvertible {
    let fault: FileSubject.Fault
    let noticed: [String]

    var testDescription: String { "\(fault)" }

    private static let damage = [
        "a damaged event is an error with its position on every path, and other events stay readable",
        "a gap in the log is damage at its position on every path, and is never skipped",
    ]
    private static let clock = ["a clock more than a minute behind the log's last recordedAt causes a notice"]

    static let all = FileSubject.Fault.allCases.map { FileMutation(fault: $0, noticed: rules(breakingWith: $0)) }

    private static func rules(breakingWith fault: FileSubject.Fault) -> [String] {
        switch fault {
        case .trustsOlderLog: ["a log older than its derived data opens only after a confirmed restore"]
        case .replacesLostLog: ["a missing log beside derived data is refused, and never replaced"]
        case .keepsLogPartInDerivedData:
            [
                "indexes, read models and checkpoints can be deleted, and are rebuilt from the log",
                "a process manager repeats nothing after derived data is deleted",
            ]
        case .givesNoNotice, .givesTooManyNotices: clock
        default: damage
        }
    }
}

@Suite struct FileRuleTests {
    private static let rules = EventStoreConformance.rules(.files) + EventStoreConformance.rules(.notices)

    @Test(arguments: rules)
    func `a store that reports what it lacks passes the rules for files`(rule: ConformanceRule) async throws {
        try await rule.check(FileSubject())
    }

    @Test(arguments: FileMutation.all)
    func `a store that trusts bad files is caught by the rules for it`(
        mutation: FileMutation
    ) async throws {
        for text in mutation.noticed {
            let rule = try #require(Self.rules.first { $0.text == text }, "no such rule: \(text)")
            await #expect(throws: ConformanceFailure.self, "\(text)") {
                try await rule.check(FileSubject(fault: mutation.fault))
            }
        }
    }

    @Test func `every rule about files and notices is violated by some store`() {
        #expect(Set(Self.rules.map(\.text)) == Set(FileMutation.all.flatMap(\.noticed)))
    }
}
