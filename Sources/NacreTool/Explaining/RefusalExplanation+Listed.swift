package import Nacre

extension RefusalExplanation {
    /// An event that made a rule fail, or a rule that no event made fail.
    package struct Row: Listed {
        /// The number of the rule, from 1.
        package let rule: Int
        let words: String
        package let event: RecordedEvent?

        /// The positions of its commit.
        let commit: ClosedRange<Position>?

        package static let columns: [TableColumn] = [
            .number("POSITION"), .text("COMMIT", width: 12), .whole("TIME", width: 20).optional,
            .text("ACTOR", width: 12).optional,
            .text("TYPE", width: 18), .text("STREAM"),
        ]

        package var cells: [String] {
            guard let event, let commit else { return [] }
            let positions = commit.count == 1 ? "" : "-\(commit.upperBound)"
            return [
                "\(event.position)", "\(commit.lowerBound)\(positions)",
                event.time.cell, event.context.actor.map { TerminalText.cell($0) } ?? "",
                TerminalText.cell(event.type.text), "\(TerminalText.cell(event.stream.text)), version \(event.version)",
            ]
        }

        package func writeJSON(to bytes: inout [UInt8]) {
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

    /// Calls closures with the rules and the events that made each fail.
    ///
    /// - Parameters:
    ///   - begin: Called with each rule and its number, from 1.
    ///   - body: Called with each event of the rule, or once without one if no event made it fail.
    /// - Throws: ``CommandError`` if an event lacks what the token names; `EventStoreError`; errors of the closures.
    package func forEachRow(
        beginning begin: (Rule, _ number: Int) throws -> Void, _ body: (Row) throws -> Void
    ) async throws {
        for (index, rule) in try await rules().enumerated() {
            try begin(rule, index + 1)
            var commit: ClosedRange<Position>?
            var count = 0
            try await forEachEvent(of: rule) { event in
                if commit?.contains(event.position) != true { commit = try await store.commit(of: event) }
                try body(Row(rule: index + 1, words: rule.words, event: event, commit: commit))
                count += 1
            }
            if count == 0 { try body(Row(rule: index + 1, words: rule.words, event: nil, commit: nil)) }
        }
    }

    /// Writes the events of all rules.
    ///
    /// - Throws: ``CommandError``, `EventStoreError`, ``FileError``.
    func list(_ format: OutputFormat, to output: StandardOutput) async throws {
        var listing = Listing<Row>(format, to: output)
        try await forEachRow { rule, _ in
            guard format == .table else { return }
            // In a table, the rule stands above its events.
            listing = Listing<Row>(format, to: output)
            try output.line(output.terminal.bold(TerminalText.line(rule.words)))
        } _: { row in
            if format != .table || row.event != nil { try listing.write(row) }
        }
        try listing.finish()
    }
}
