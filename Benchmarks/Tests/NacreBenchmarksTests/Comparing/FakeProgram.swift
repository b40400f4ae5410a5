import Foundation

@testable import NacreBenchmarks

/// A program that measures nothing: it writes reports that were made before, one a call, and notes how it was called.
struct FakeProgram {
    let path: String
    private let calls: URL

    /// Makes the program.
    ///
    /// - Parameters:
    ///   - name: Its name in a folder.
    ///   - folder: The folder, in which several programs note their calls together.
    ///   - reports: What it writes; behind the last one comes the first.
    ///   - exitCode: With what it ends, instead of writing anything, where that is not 0.
    /// - Throws: Where a file cannot be written.
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

    /// How programs of the folder were called, in order.
    func allCalls() throws -> [String] {
        try String(contentsOf: calls, encoding: .utf8).split(separator: "\n").map(String.init)
    }
}
