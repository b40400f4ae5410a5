import Nacre
import NacreTesting
import Testing

/// A promise of the levels for files and notices that a store breaks, with the sentences that must notice.
struct FileMutation: Sendable, CustomTestStringConvertible {
    let fault: FileSubject.Fault
    let noticed: [String]

    var testDescription: String { "\(fault)" }

    private static let damage = [
        "a damaged event is an error with its position on every path, and spares the others",
        "a hole in the log is damage at its position on every path, and none skips it",
    ]
    private static let clock = ["a clock more than a minute behind the log's last recordedAt is a notice"]

    static let all = FileSubject.Fault.allCases.map { FileMutation(fault: $0, noticed: sentences(breakingWith: $0)) }

    private static func sentences(breakingWith fault: FileSubject.Fault) -> [String] {
        switch fault {
        case .trustsAnOlderLog: ["a log older than what was derived from it does not open before that is confirmed"]
        case .replacesALostLog: ["a log that is gone beside what was derived from it is refused, and never replaced"]
        case .keepsPartOfTheLogInDerivedData:
            [
                "indexes, read models and checkpoints can be deleted, and are rebuilt from the log",
                "a process manager repeats nothing where derived data was deleted",
            ]
        case .saysNothing, .saysTooMuch: clock
        default: damage
        }
    }
}

@Suite struct FileTests {
    private static let sentences = EventStoreConformance.sentences(.files) + EventStoreConformance.sentences(.notices)

    @Test(arguments: sentences)
    func `a log that tells what it lacks keeps what stores in files promise`(sentence: ConformanceRule) async throws {
        try await sentence.check(FileSubject())
    }

    @Test(arguments: FileMutation.all)
    func `a store that believes what it must not is caught by the sentences that say it`(
        mutation: FileMutation
    ) async throws {
        for text in mutation.noticed {
            let sentence = try #require(Self.sentences.first { $0.text == text }, "no such sentence: \(text)")
            await #expect(throws: ConformanceFailure.self, "\(text)") {
                try await sentence.check(FileSubject(fault: mutation.fault))
            }
        }
    }

    @Test func `every sentence about files and notices is broken by a store`() {
        #expect(Set(Self.sentences.map(\.text)) == Set(FileMutation.all.flatMap(\.noticed)))
    }
}
