import ArgumentParser

/// How results are written.
package enum OutputFormat: String, CaseIterable, ExpressibleByArgument, Sendable {
    /// For people: columns, with whatever a terminal would obey escaped.
    case table

    /// One JSON document.
    case json

    /// One JSON object a line.
    case ndjson
}

/// The option `--format`.
package struct FormatOptions: ParsableArguments {
    @Option(name: .long, help: "How to write the result.")
    package var format = OutputFormat.table

    package init() {}
}
