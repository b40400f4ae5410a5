#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

/// The file of a record, beside the test.
struct EventLayoutFile {
    /// The name of the record.
    let name: String

    /// The path of the file.
    let path: String

    private let folder: String

    init(named name: String, beside test: String) {
        self.name = name
        let parent = test.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
        folder = "\(parent)/Layouts"
        path = "\(folder)/\(name).txt"
    }

    /// Whether the environment asks for additions to be recorded.
    static var environmentRecords: Bool { ProcessInfo.processInfo.environment["NACRE_RECORD"] == "1" }

    /// The path shown in messages.
    var shown: String { "Layouts/\(name).txt" }

    /// Reads the record; `nil` if there is no file.
    func read() throws -> EventLayoutRecord? {
        guard FileManager.default.fileExists(atPath: path) else { return nil }
        let bytes = try Data(contentsOf: URL(filePath: path))
        do {
            return try EventLayoutRecord(text: String(decoding: bytes, as: UTF8.self))
        } catch {
            throw ConformanceFailure(
                rule: EventLayoutConformance.rule,
                finding: "\(path) cannot be read: \(error): take it from version control, or delete it")
        }
    }

    /// Writes the record.
    func write(_ record: EventLayoutRecord) throws {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try Data(record.text(of: name).utf8).write(to: URL(filePath: path))
    }
}
