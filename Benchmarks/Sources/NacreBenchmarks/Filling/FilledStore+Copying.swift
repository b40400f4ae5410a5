import Foundation

extension FilledStore {
    /// Copies the store's files into an empty folder, except those that only record who has it open.
    func copyFiles(to copy: URL) throws {
        try reporting("\(folder.path) cannot be copied to \(copy.path)") {
            for name in try FileManager.default.contentsOfDirectory(atPath: folder.path)
            where !name.hasSuffix("-lock") {
                try FileManager.default.copyItem(
                    at: folder.appendingPathComponent(name), to: copy.appendingPathComponent(name))
            }
        }
    }

    /// Runs a body with a copy of the store, and removes the copy.
    func withCopy<Result>(in workspace: Workspace, _ body: (URL) async throws -> Result) async throws -> Result {
        try await workspace.withFreshStore { folder in
            try await onDedicatedThread { try copyFiles(to: folder) }
            return try await body(folder)
        }
    }

    /// The answers to the writers that filled the store, without latencies, reconstructed from the log of the store or
    /// a copy: each event names its writer.
    ///
    /// - Throws: If the log cannot be read; ``HarnessError`` if it holds other appends than it was filled with.
    func answers(in copy: URL, through engine: any BenchmarkEngine) async throws -> [WriterRecord] {
        let load = manifest.load
        var auditor = LogAuditor(
            load: load,
            records: (0..<load.writers).map { _ in WriterRecord(eventsPerAcknowledgement: load.eventsPerAppend) })
        auditor.collectsAnswers = true
        let answers = try await engine.readBack(copy, into: auditor).answers
        guard answers.map(\.acknowledgements.count) == manifest.appends else {
            throw HarnessError(
                .badInput,
                "\(copy.path) holds other appends than it was filled with: remove it, so that it is filled again")
        }
        return answers
    }
}
