import Foundation
import Nacre

@testable import NacreLoad
@testable import NacreVerification

extension BrokenSession {
    func append(_ commit: Commit) async throws -> AppendResult {
        if let answer = try await answerItself(commit) { return answer }
        let result = try await sound.append(altered(commit))
        guard fault == .saysAnotherVersion else { return result }
        return AppendResult(
            firstPosition: result.positions[0], lastPosition: result.lastPosition,
            streams: result.streams.map { .init(stream: $0.stream, version: $0.version + 1) })
    }

    /// The fault's answer instead of the sound store's; `nil` if the sound store must answer.
    private func answerItself(_ commit: Commit) async throws -> AppendResult? {
        switch fault {
        case .losesAnAppend where count() == 3:
            let head = try await sound.head() + 1
            let stream = commit.entries[0].stream
            return AppendResult(firstPosition: head, lastPosition: head, streams: [.init(stream: stream, version: 3)])
        case .acceptsNothing where commit.entries.isEmpty:
            let head = try await sound.head()
            return AppendResult(firstPosition: head, lastPosition: head, streams: [])
        case .refusesWhatHolds:
            guard let expected = commit.expectations.first(where: { $0.expectation == .streamExists }) else {
                return nil
            }
            throw EventStoreError.conflict([
                .expectation(stream: expected.stream, expected: expected.expectation, actual: 0)
            ])
        case .writesAHalf where commit.entries.count == 3:
            do {
                return try await sound.append(commit)
            } catch {
                _ = try await sound.append(Commit(entries: [commit.entries[0]]))
                throw error
            }
        case .numbersBeforeItsTurn:
            let head = try await sound.head()
            // Long enough for other appends to come in between.
            try await Task.sleep(for: .milliseconds(1))
            let result = try await sound.append(commit)
            return AppendResult(
                firstPosition: head + 1, lastPosition: head + Position(commit.entries.count), streams: result.streams)
        case .goesOnWhenClosed where (try? await sound.head()) == nil:
            return AppendResult(firstPosition: 1, lastPosition: 1, streams: [])
        case .writesRepeats:
            let head = try await sound.head()
            let result = try await sound.append(commit)
            guard result.wasAlreadyCommitted else { return result }
            return AppendResult(firstPosition: head + 1, lastPosition: head + 2, streams: result.streams)
        default: return nil
        }
    }

    /// The commit as the fault passes it to the store.
    private func altered(_ commit: Commit) -> Commit {
        var commit = commit
        for index in commit.entries.indices { alter(&commit.entries[index].event) }
        switch fault {
        case .ignoresExpectations: commit.expectations = []
        case .acceptsBoth where commit.expectations.first?.expectation == .exact(0): commit.expectations = []
        case .ignoresChecks: commit.checks = []
        case .ignoresConditions, .dropsUnpromisedConditions: commit.conditions = []
        case .mergesNames:
            for index in commit.entries.indices {
                commit.entries[index].stream = Self.composed(commit.entries[index].stream)
            }
            for index in commit.expectations.indices {
                commit.expectations[index].stream = Self.composed(commit.expectations[index].stream)
            }
        default: break
        }
        return commit
    }

    private static func composed(_ name: StreamName) -> StreamName {
        StreamName(name.text.precomposedStringWithCanonicalMapping)
    }

    private func alter(_ event: inout EventData) {
        switch fault {
        case .changesAByte where event.data.count == 256: event.data[255] = 7
        // Not a payload of a load: other rules compare those with the load.
        case .losesTrailingZeros where event.tags.isEmpty && event.data.count < EventMark.size:
            while event.data.last == 0 { event.data.removeLast() }
        case .swapsWords where event.data.count == 256:
            event.data = Array(event.data[8..<16] + event.data[..<8] + event.data[16...])
        case .cutsLongPayloads where event.data.count > 30_000: event.data.removeLast(event.data.count - 30_000)
        case .forgetsTags: event.tags = []
        case .makesIDsItself: event.id = .random()
        default: break
        }
    }
}
