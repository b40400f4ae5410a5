import Nacre
import TestFolders
import TestTraits
import Testing

@testable import NacreLMDB

/// The results of conditions match the in-memory store and a scan of the log.
@Suite(.fewAtOnce) struct ConditionOracleTests {
    /// Options that index after few events, so that conditions look in index and tail.
    private func options() -> LMDBEventStore.Options {
        var options = LMDBEventStore.Options.unsynced()
        options.tailLimits = TailLimits(eventsPerGeneration: 32, maxCount: 256)
        options.indexLimits = .tiny
        return options
    }

    @Test(arguments: 1...3)
    func `generated commits have the same results as in the in-memory store`(seed: UInt64) async throws {
        let folder = try TemporaryFolder()
        var store = try await LMDBEventStore.open(at: folder.store, options: options())
        let oracle = InMemoryEventStore()
        var generator = ConditionGenerator(seed: seed)
        var counts = (written: 0, refused: 0, repeated: 0)
        var written: [Commit] = []
        for round in 0..<400 {
            let head = try await oracle.head()
            var commit = generator.commit(head: head)
            if generator.chance(5), let old = written.randomElement(using: &generator.random) {
                commit.entries = old.entries
            }
            let expected = await Answer { try await oracle.append(commit) }
            let found = await Answer { try await store.append(commit) }
            #expect(found == expected, "commit \(round): \(commit.conditions)")
            switch found {
            case .success(let result) where result.wasAlreadyCommitted: counts.repeated += 1
            case .success:
                counts.written += 1
                if commit.entries[0].event.id != nil { written.append(commit) }
            default: counts.refused += 1
            }
            if round == 250 {
                await store.close()
                store = try await LMDBEventStore.open(at: folder.store, options: options())
            }
        }
        #expect(counts.written > 50 && counts.refused > 50 && counts.repeated > 0)
        await store.close()
    }

    @Test func `concurrent appends are judged as if serial, which a scan of the log confirms`()
        async throws
    {
        let folder = try TemporaryFolder()
        let store = try await LMDBEventStore.open(at: folder.store, options: options())
        let answers = try await withThrowingTaskGroup(of: [(commit: Commit, answer: Answer)].self) { group in
            for task in 0..<24 {
                group.addTask {
                    var generator = ConditionGenerator(seed: UInt64(100 + task))
                    var answers: [(commit: Commit, answer: Answer)] = []
                    for _ in 0..<25 {
                        let commit = generator.commit(head: try await store.head(), reach: 6)
                        answers.append((commit, await Answer { try await store.append(commit) }))
                    }
                    return answers
                }
            }
            return try await group.reduce(into: []) { $0 += $1 }
        }
        let log = try await store.readLog().collect()
        var refused = 0
        for (commit, answer) in answers {
            switch answer {
            case .success(let result):
                let before = log[..<Int(result.positions[0] - 1)]
                for condition in commit.conditions {
                    let conflict = before.dropFirst(Int(condition.after)).first(
                        where: condition.failIfEventsMatch.matches)
                    #expect(conflict == nil, "\(condition) let \(result.positions) through")
                }
            case .failure(let code, let violations):
                #expect(code == .conflict)
                refused += 1
                for case .condition(let index, let condition, let conflict) in violations {
                    #expect(commit.conditions[index] == condition)
                    let first = log.dropFirst(Int(condition.after)).first(where: condition.failIfEventsMatch.matches)
                    #expect(first?.position == conflict.position)
                    #expect(first?.type == conflict.type)
                    #expect(first?.tags == conflict.tags)
                }
                #expect(!violations.isEmpty)
            }
        }
        #expect(refused > 20)
        await store.close()
    }
}

/// The result of an append, in a comparable form.
enum Answer: Equatable, Sendable {
    case success(AppendResult)
    case failure(EventStoreError.Code, [Violation])

    init(_ append: () async throws -> AppendResult) async {
        do {
            self = .success(try await append())
        } catch let error as EventStoreError {
            self = .failure(error.code, error.violations)
        } catch {
            self = .failure(.inputOutput, [])
        }
    }
}
