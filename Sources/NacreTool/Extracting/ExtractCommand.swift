import ArgumentParser
import Nacre
import NacreRuntime

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The command `nacre extract`.
struct ExtractCommand<Tool: StoreTool>: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "extract",
            abstract: "Make a test of what happened: the events that matter, and a Swift test that replays them.",
            discussion: """
                Selects the events of a stream up to a position, of which the last one is the incident; all events of a \
                correlation; or a range of positions. The earlier events of the streams concerned come with them, so \
                that states are right.

                In a folder, writes the events as NAME.ndjson and NAMETests.swift, a test for Swift Testing: given the \
                earlier events, when those of the incident are recorded, then the states of the streams are what they \
                are now. It needs NacreTesting and the module of the program. To a file with another name, writes the \
                events alone. Each event is a commit of its own.

                --mask hides a value of data or metadata, and with [*] that of every element, also where a tag carries \
                its text. The same value has the same mask, but true and false both become false. Ids that are hashes of \
                events, which an import makes, are replaced. A note says if a masked text or number still occurs in \
                names, tags, data or metadata: those of fewer than three bytes are found as whole texts only, and names \
                within a masked object are not looked for. Names of streams and times are not masked.

                A file that exists is not replaced without --force.

                Examples:
                  \(Tool.name) extract --stream order-42 -o Tests/ShopTests/Incidents
                  \(Tool.name) extract --correlation request-17 --mask data.customer --mask metadata.actor -o incident.ndjson
                  \(Tool.name) extract --positions 1200..1210 --name LostParcel -o Tests/ShopTests/Incidents
                """)
    }

    @Option(
        help: ArgumentHelp("The events of this stream.", valueName: "stream"),
        completion: NameCompletion<Tool>.of(.stream))
    var stream: String?

    @Option(help: ArgumentHelp("With --stream, only up to this position.", valueName: "position"))
    var upTo: UInt64?

    @Option(help: ArgumentHelp("The events with this correlation id.", valueName: "id"))
    var correlation: String?

    @Option(
        help: ArgumentHelp("The events at these positions.", valueName: "first..last"), transform: parsePositions)
    var positions: ClosedRange<Position>?

    @Option(
        name: .customLong("mask"),
        help: ArgumentHelp("Mask the value at this path; repeat it for several.", valueName: "path"),
        transform: parsePath)
    var masks: [JSONPath] = []

    @Option(help: ArgumentHelp("The name of the test and of its files.", valueName: "name"))
    var name = "Incident"

    @Option(
        name: .shortAndLong, help: ArgumentHelp("The folder, or the file for the events alone.", valueName: "path"),
        completion: .file())
    var output: String

    @Flag(help: "Replace files that exist.")
    var force = false

    @Option(help: ArgumentHelp("The maximum number of events.", valueName: "n"))
    var limit = 10_000

    @OptionGroup var store: StoreOptions<Tool>

    func validate() throws {
        guard [stream != nil, correlation != nil, positions != nil].count(where: \.self) == 1 else {
            throw ValidationError("give one of --stream, --correlation and --positions")
        }
        if upTo != nil, stream == nil { throw ValidationError("--up-to needs --stream") }
        if limit < 1 { throw ValidationError("--limit is \(limit): it must be at least 1") }
        if output.isEmpty { throw ValidationError("--output is empty: give the path of a folder or of a file") }
        if output == "-" { throw ValidationError("--output is -: give the path of a folder or of a file") }
        let isName = name.first?.isLetter == true && name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
        guard isName else {
            throw ValidationError("--name \(quoted(name)) is no name of a type: give letters and digits of ASCII")
        }
    }

    private var subject: Incident.Subject {
        if let stream { return .stream(StreamName(stream), upTo: upTo ?? .max) }
        return correlation.map { .correlation($0) } ?? .positions(positions ?? 1...1)
    }

    /// The subject for the comment of the test; names of streams stay, as they do in the events.
    private func words(maskedBy mask: EventMask) -> String {
        switch subject {
        case .stream(let stream, let upTo): "stream \(stream.text)" + (upTo == .max ? "" : " up to position \(upTo)")
        case .correlation(let id): "correlation \(mask.masked(id))"
        case .positions(let positions): "positions \(positions.lowerBound) to \(positions.upperBound)"
        }
    }

    func run() async throws {
        let isFolder = Self.isFolder(output)
        let files = isFolder ? ["\(output)/\(name).ndjson", "\(output)/\(name)Tests.swift"] : [output]
        if !force { try Self.requireNew(files) }
        try await store.withRuntime(.reading) { runtime in
            var incident = try await Incident(subject, in: runtime.store, limit: limit, tool: Tool.name)
            let (mask, leftOver) = try incident.mask(masks)
            let diagnostics = Console.standard.diagnostics
            if leftOver > 0 {
                diagnostics.notice(
                    "a masked text or number still occurs elsewhere in \(Figures.count(leftOver, "event")): mask its "
                        + "path too, or change the file")
            }
            guard isFolder else { return try write(incident, to: output) }
            let (outcomes, notices) = try await IncidentReplay(incident: incident).outcomes(of: Tool.features)
            for notice in notices { diagnostics.notice(notice) }
            let test = test(of: incident, maskedBy: mask, outcomes)
            if mask.occurs(in: test.texts) {
                diagnostics.notice("a masked text or number still occurs in the test: change the file")
            }
            try makeFolder()
            try write(incident, to: files[0])
            var file = try ReplacingOutput(path: files[1])
            file.output.buffer = Array(test.source.utf8)
            try file.finish()
            try Console.standard.output.line("wrote \(TerminalText.cell(files[1]))")
        }
    }

    private func test(
        of incident: Incident, maskedBy mask: EventMask, _ outcomes: [IncidentTest.Outcome]
    ) -> IncidentTest {
        // The module, then the type.
        let program = String(reflecting: Tool.self).split(separator: ".", maxSplits: 1).map(String.init)
        return IncidentTest(
            name: name, module: program[0], program: program.last ?? program[0],
            subject: TerminalText.line(words(maskedBy: mask)), givenCount: incident.givenCount,
            count: incident.events.count, outcomes: outcomes)
    }

    private func write(_ incident: Incident, to path: String) throws {
        var file = try ReplacingOutput(path: path)
        for event in incident.events { try file.output.writeLine(of: event) }
        try file.finish()
        try Console.standard.output.line(
            "wrote \(Figures.count(incident.events.count, "event")) to \(TerminalText.cell(path))")
    }

    /// Whether a path is a folder, or names one to be made: it has no ending.
    private static func isFolder(_ path: String) -> Bool {
        var status = stat()
        if stat(path, &status) == 0 { return status.st_mode & S_IFMT == S_IFDIR }
        return !(path.split(separator: "/").last?.contains(".") ?? false)
    }

    /// Refuses files that exist; a pipe or a device is written to.
    private static func requireNew(_ files: [String]) throws(CommandError) {
        var status = stat()
        for file in files where stat(file, &status) == 0 && status.st_mode & S_IFMT == S_IFREG {
            throw CommandError(
                .fileExists, "\(quoted(file, upTo: .max)) exists: name another path, or replace it with --force")
        }
    }

    private func makeFolder() throws(FileError) {
        guard mkdir(output, 0o777) == 0 || errno == EEXIST else {
            throw FileError(.cannotCreate, "cannot create \(quoted(output, upTo: .max))", systemError: errno)
        }
    }

    @Sendable
    private static func parsePositions(_ text: String) throws -> ClosedRange<Position> {
        let ends = text.split(separator: "..", omittingEmptySubsequences: false).map { Position($0) }
        guard let first = ends.first ?? nil, let last = ends.last ?? nil, ends.count <= 2, first <= last else {
            throw ValidationError("\(quoted(text)) is no range of positions, such as 1200..1210")
        }
        return first...last
    }

    @Sendable
    private static func parsePath(_ text: String) throws -> JSONPath {
        do {
            let (path, rest) = try JSONPath.parsePrefix(of: text, forAll: true)
            guard rest.isEmpty, path.root == "data" || path.root == "metadata", !path.steps.isEmpty else {
                throw JSONPathError(text, "it must lead to a value in data or metadata")
            }
            return path
        } catch let error as JSONPathError {
            throw ValidationError(error.description)
        }
    }
}
