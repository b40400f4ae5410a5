import Nacre

extension RefusalExplanation {
    /// An event that made a rule fail, or a rule that no event made fail.
    struct Row: Listed {
        /// The number of the rule, from 1.
        let rule: Int
        let words: String
        let event: RecordedEvent?

        /// The positions of its commit.
        let commit: ClosedRange<Position>?

        static let columns: [TableColumn] = [
            .number("POSITION"), .text("COMMIT", width: 12), .whole("TIME", width: 20).optional,
            .text("ACTOR", width: 12).optional,
            .text("TYPE", width: 18), .text("STREAM"),
        ]

        var cells: [String] {
            guard let event, let commit else { return [] }
            let positions = commit.count == 1 ? "" : "-\(commit.upperBound)"
            return [
                "\(event.position)", "\(commit.lowerBound)\(positions)",
                event.time.cell, event.context.actor.map { TerminalText.cell($0) } ?? "",
                TerminalText.cell(event.type.text), "\(TerminalText.cell(event.stream.text)), version \(event.version)",
            ]
        }

        func writeJSON(to bytes: inout [UInt8]) {
            JSONWriter.object(in: &bytes) { writer in
                writer.field("rule", rule)
                writer.field("words", words)
                guard let event, let commit else { return }
                writer.key("commit")
                writer.beginObject()
                writer.field("firstPosition", commit.lowerBound)
                writer.field("lastPosition", commit.upperBound)
                writer.endObject()
                writer.key("event")
                writer.event(event)
            }
        }
    }

    /// Writes the events of all rules.
    ///
    /// - Throws: ``CommandError``, `EventStoreError`, ``FileError``.
    func list(_ format: OutputFormat, to output: StandardOutput) async throws {
        var all = Listing<Row>(format, to: output)
        for (index, rule) in try await rules().enumerated() {
            // In a table, the rule stands above its events.
            var ofRule = Listing<Row>(format, to: output)
            if format == .table { try output.line(output.terminal.bold(TerminalText.line(rule.words))) }
            var commit: ClosedRange<Position>?
            var count = 0
            try await forEachEvent(of: rule) { event in
                if commit?.contains(event.position) != true { commit = try await store.commit(of: event) }
                let row = Row(rule: index + 1, words: rule.words, event: event, commit: commit)
                if format == .table { try ofRule.write(row) } else { try all.write(row) }
                count += 1
            }
            if count == 0, format != .table {
                try all.write(Row(rule: index + 1, words: rule.words, event: nil, commit: nil))
            }
        }
        try all.finish()
    }
}
