import ArgumentParser

/// How results are written.
enum OutputFormat: String, CaseIterable, ExpressibleByArgument, Sendable {
    /// For people: columns, with whatever a terminal would obey escaped.
    case table

    /// One JSON document.
    case json

    /// One JSON object a line.
    case ndjson
}

/// The option `--format`.
struct FormatOptions: ParsableArguments {
    @Option(name: .long, help: "How to write the result.")
    var format = OutputFormat.table
}
