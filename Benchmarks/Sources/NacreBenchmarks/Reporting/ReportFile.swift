import Foundation

/// The file that `--json` writes.
enum ReportFile {
    /// The running command, in shell syntax.
    static var command: String {
        CommandLine.arguments.enumerated().map { index, argument in
            index == 0 ? "nacre-bench" : quoted(argument)
        }.joined(separator: " ")
    }

    /// Checks before the measurement whether the report can be written after it.
    static func requireWritable(_ path: String) throws {
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent()
        var isDirectory: ObjCBool = false
        guard FileManager.default.fileExists(atPath: folder.path, isDirectory: &isDirectory), isDirectory.boolValue,
            FileManager.default.isWritableFile(atPath: folder.path)
        else {
            throw HarnessError(.cannotCreate, "\(path) cannot be created: \(folder.path) is not a writable folder")
        }
        // Permissions are not sufficient: root may write everywhere, but not in a read-only file system.
        let attempt = folder.appendingPathComponent(".nacre-bench-\(UInt32.random(in: 0 ... .max))")
        do {
            try Data().write(to: attempt)
            try FileManager.default.removeItem(at: attempt)
        } catch {
            throw HarnessError(
                .cannotCreate,
                "\(path) cannot be created: nothing can be written in \(folder.path): "
                    + systemReason(error))
        }
    }

    static func encode(_ report: BenchmarkReport) throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return try encoder.encode(report)
    }

    static func write(_ report: BenchmarkReport, to path: String) throws {
        try write(encode(report), to: path)
    }

    static func write(_ data: Data, to path: String) throws(HarnessError) {
        try reporting("the report cannot be written to \(path)") {
            try data.write(to: URL(fileURLWithPath: path), options: .atomic)
        }
    }

    static func read(_ path: String) throws(HarnessError) -> BenchmarkReport {
        let data = try reporting("the report \(path) cannot be read") {
            try Data(contentsOf: URL(fileURLWithPath: path))
        }
        do {
            return try JSONDecoder().decode(BenchmarkReport.self, from: data)
        } catch {
            throw HarnessError(
                .badInput, "\(path) is not a report that nacre-bench wrote with --json: \(decodingReason(error))")
        }
    }

    private static func quoted(_ argument: String) -> String {
        let isPlain = !argument.isEmpty && argument.utf8.allSatisfy(isPlain)
        return isPlain ? argument : "'" + argument.replacingOccurrences(of: "'", with: "'\\''") + "'"
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
        case UInt8(ascii: "+")...UInt8(ascii: ":"), UInt8(ascii: "="), UInt8(ascii: "_"): true
        default: false
        }
    }
}
