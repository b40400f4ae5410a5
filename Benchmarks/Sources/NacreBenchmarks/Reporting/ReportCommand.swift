import ArgumentParser
import Foundation

struct ReportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "report",
        abstract: "Make a page from existing reports.",
        discussion: """
            The reports were written with --json. For each of them, the page has the verdict of its audits, its tables \
            and charts, the machine, and the command that repeats the measurement. The page is self-contained: one \
            file can be sent, kept or printed. --markdown writes the same tables as Markdown, for a repository.

            EXAMPLES
              nacre-bench report append.json --html append.html
              nacre-bench report append.json replay.json --html page.html --markdown page.md --title "May"
              nacre-bench report append.json --hdr append.hgrm

            EXIT CODES
              0   written, even if an audit in a report failed
              64  invalid arguments
              65  a file is not a report
              73  a file cannot be created
              74  a report cannot be read, or a file cannot be written
            """)

    @Argument(help: "The reports, in the order of the page.")
    var reports: [String]

    @OptionGroup var outputs: OutputOptions

    @Option(help: ArgumentHelp("Write the tables to a file as Markdown.", valueName: "file"))
    var markdown: String?

    @Option(help: "The title of the page.")
    var title: String?

    func validate() throws {
        try require(
            [outputs.hdr, outputs.html, markdown].contains(where: { $0 != nil }),
            "there is nothing to write: give --html, --markdown or --hdr")
        try require(
            outputs.hdr == nil || reports.count == 1,
            "--hdr needs exactly one report, not \(reports.count)")
    }

    func run() throws {
        do {
            try write()
        } catch let error as HarnessError {
            standardError("nacre-bench: \(error)")
            throw ExitCode(error.kind.rawValue)
        }
    }

    private func write() throws {
        for path in [outputs.hdr, outputs.html, markdown].compactMap(\.self) { try ReportFile.requireWritable(path) }
        let read = try reports.map { path throws(HarnessError) in try ReportFile.read(path) }
        if let html = outputs.html {
            try ReportFile.write(Data(ReportPage(read, title: title).source().utf8), to: html)
        }
        if let markdown {
            try ReportFile.write(Data(MarkdownPage(read, title: title).source().utf8), to: markdown)
        }
        if let hdr = outputs.hdr, let report = read.first { try HistogramFile.write(report, to: hdr) }
    }
}
