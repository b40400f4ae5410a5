import ArgumentParser
import Foundation

struct ReportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "report",
        abstract: "Make a page of reports that were written before.",
        discussion: """
            The reports were written by --json. The page holds, for each of them, whether its audits passed, its tables, \
            its charts, what it was measured on and the call that measures it again. It needs nothing from elsewhere: one \
            file can be sent, kept or printed. The same tables go into a Markdown file with --markdown, for a repository.

            EXAMPLES
              nacre-bench report append.json --html append.html
              nacre-bench report append.json replay.json --html page.html --markdown page.md --title "May"
              nacre-bench report append.json --hdr append.hgrm

            EXIT CODES
              0   written, also where a report says that an audit failed
              64  the call is wrong
              65  a report is none
              73  a file cannot be created
              74  a report cannot be read, or a file not be written
            """)

    @Argument(help: "The reports, in the order in which they are to stand.")
    var reports: [String]

    @OptionGroup var outputs: OutputOptions

    @Option(help: ArgumentHelp("Write the tables to a file as Markdown.", valueName: "file"))
    var markdown: String?

    @Option(help: "What the page is called.")
    var title: String?

    func validate() throws {
        try require(
            [outputs.hdr, outputs.html, markdown].contains(where: { $0 != nil }),
            "nothing to write is named: give --html, --markdown or --hdr")
        try require(
            outputs.hdr == nil || reports.count == 1,
            "--hdr takes the latencies of one report, these are \(reports.count)")
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
