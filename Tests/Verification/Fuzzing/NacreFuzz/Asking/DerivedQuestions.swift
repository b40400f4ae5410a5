import DomainKit
import Nacre
import NacreLMDB
import Synchronization

/// Questions to derived data and process managers.
struct DerivedQuestions {
    let store: LMDBEventStore
    let folder: String

    /// The subject of a question.
    enum Subject: Equatable {
        /// The rows of a projection's read model, once it has caught up.
        case rows(Counts)
        /// The rows of a model that was just built from the whole log.
        case rebuilt
        /// The rows of a model that was built elsewhere from the log up to a position.
        case past(Position)
        /// Whether the question succeeds at all.
        case anything
    }

    /// The answers of the projections' read models.
    struct Findings {
        var answers: [(subject: Subject, name: String, answer: Answer)] = []
        /// The projections whose rows differ from a rebuild.
        var differing: Set<String> = []
        /// The halted projections whose models a comparison cannot read: catching up does not reach the damage.
        var unreadable: Set<String> = []
    }

    func ask() async -> Findings {
        var findings = Findings()
        let models: LMDBReadModelStore
        do {
            models = try await Specimen.models(folder)
        } catch {
            findings.answers.append((.anything, "opening read models", Answer(error)))
            return findings
        }
        defer { models.close() }
        for projection in [Counts(), Counts(name: "older", schemaVersion: 2), Counts(name: "halting", halts: true)] {
            let runner = ProjectionRunner(projection: projection, store: store, models: models)
            let status = await answer { .text("\(try await runner.status().position)") }
            findings.answers.append((.anything, "status of \(projection.name)", status))
            let counts = await answer {
                do {
                    try await runner.catchUpRepairing { _, _ in }
                } catch let error as EventStoreError where error.code == .projectionHalted && projection.halts {
                    // Events that it applied earlier are in its model.
                }
                return .text(try rows(of: projection.name, in: models))
            }
            // The comparison determines whether the answer is right.
            let isDifferent = Mutex(false)
            let compared = await answer {
                try await runner.compare(rebuildingIn: InMemoryReadModelStore()) { _ in
                    isDifferent.withLock { $0 = true }
                }
                return .text("")
            }
            if isDifferent.withLock({ $0 }) { findings.differing.insert(projection.name) }
            if projection.halts, compared.isRefusal(.damaged) { findings.unreadable.insert(projection.name) }
            findings.answers.append((.anything, "comparing \(projection.name)", compared))
            findings.answers.append((.rows(projection), "rows of \(projection.name)", counts))
        }
        let half = (try? await store.head()).map { $0 / 2 } ?? 0
        let past = InMemoryReadModelStore()
        let asOf = await answer {
            _ = try await PastReadModel(of: Counts(), at: half, in: store, models: past).bringUpToDate()
            return .text(try rows(of: "counts", in: past))
        }
        findings.answers.append((.past(half), "counts as of \(half)", asOf))
        findings.answers.append((.rebuilt, "rebuilding", await rebuilding(models)))
        return findings
    }

    private func rebuilding(_ models: LMDBReadModelStore) async -> Answer {
        await answer {
            let runner = ProjectionRunner(projection: Counts(), store: store, models: models)
            _ = try await runner.rebuild()
            return .text(try rows(of: "counts", in: models))
        }
    }

    private func rows(of model: String, in models: any ReadModelStore) throws -> String {
        var lines: [String] = []
        try models.read(model) { reader in
            try reader.forEachRow(in: 0, after: nil) { key, value in
                var row = RowReader(value.span)
                lines.append("\(String(decoding: key, as: UTF8.self)): \(try row.number())")
                return true
            }
        }
        return Model.lines(lines)
    }

    /// Uses process managers and snapshots, whose answers depend on earlier appends.
    func useProcesses() async -> [(name: String, answer: Answer)] {
        var answers: [(String, Answer)] = []
        if let models = try? await Specimen.models(folder) {
            let counters = Aggregates<Counter>("item", in: store, codec: CounterCodec())
                .withSnapshots(Snapshots("counter", in: models, codec: JSONSnapshotCodec<Int>(schema: 1), every: 2))
            for name in ["1", "2"] {
                answers.append(
                    ("counter of item-\(name)", await answer { .text("\(try await counters.load(name).version)") }))
            }
            models.close()
        }
        for manager in [Thanking(name: "first"), Thanking(name: "stuck", halts: true)] {
            let runner = ProcessRunner(manager: manager, store: store, checkpointInterval: 5)
            answers.append(
                ("status of \(manager.name)", await answer { .text("\(try await runner.status().position)") }))
            answers.append(
                ("process \(manager.name)", await answer { .text("\(try await runner.catchUp())") }))
        }
        return answers
    }
}
