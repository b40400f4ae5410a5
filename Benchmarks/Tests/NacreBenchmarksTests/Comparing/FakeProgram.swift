import Foundation

@testable import NacreBenchmarks

/// A program that measures nothing: each call writes the next prepared report and records its arguments.
struct FakeProgram {
    let path: String
    private let calls: URL

    /// Makes the program.
    ///
    /// - Parameters:
    ///   - name: Its file name.
    ///   - folder: The folder, in which all programs record their calls in one file.
    ///   - reports: The reports, which repeat after the last one.
    ///   - exitCode: The exit code; unless it is 0, no report is written.
    /// - Throws: If a file cannot be written.
    init(_ name: String, in folder: URL, reports: [BenchmarkReport], exitCode: Int = 0) throws {
        let own = folder.appendingPathComponent("\(name)-reports")
        try FileManager.default.createDirectory(at: own, withIntermediateDirectories: true)
        for (index, report) in reports.enumerated() {
            try ReportFile.write(report, to: own.appendingPathComponent("\(index).json").path)
        }
        path = folder.appendingPathComponent(name).path
        calls = folder.appendingPathComponent("calls.txt")
        let script = """
            #!/bin/sh
            echo "\(name) $*" >> '\(calls.path)'
            if [ \(exitCode) -ne 0 ]; then echo 'it is not to be' >&2; exit \(exitCode); fi
            number=$(cat '\(own.path)/number' 2>/dev/null || echo 0)
            echo $((number + 1)) > '\(own.path)/number'
            while [ $# -gt 0 ]; do
                if [ "$1" = --json ]; then cp '\(own.path)'/$((number % \(reports.count))).json "$2"; fi
                shift
            done
            """
        try Data(script.utf8).write(to: URL(fileURLWithPath: path))
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
    }

    /// The calls of all programs in the folder, in order.
    func allCalls() throws -> [String] {
        try String(contentsOf: calls, encoding: .utf8).split(separator: "\n").map(String.init)
    }
}
