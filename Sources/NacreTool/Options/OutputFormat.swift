import ArgumentParser

/// The format of results.
package enum OutputFormat: String, CaseIterable, ExpressibleByArgument, Sendable {
    /// Columns for people, with characters escaped that are unsafe for a terminal.
    case table

    /// One JSON document.
    case json

    /// One JSON object a line.
    case ndjson
}

/// The option `--format`.
package struct FormatOptions: ParsableArguments, Sendable {
    @Option(name: .long, help: "The format of the result.")
    package var format = OutputFormat.table

    package init() {}
}
