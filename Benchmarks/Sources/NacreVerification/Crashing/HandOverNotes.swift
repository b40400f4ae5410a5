import Foundation

/// A file with a line for each note; what was noted survives a kill.
struct HandOverNotes {
    private let handle: FileHandle
    private let path: String

    /// Creates the file.
    init(creating file: URL) throws {
        path = file.path
        guard FileManager.default.createFile(atPath: path, contents: nil),
            let handle = FileHandle(forWritingAtPath: path)
        else { throw HarnessError(.cannotCreate, "the notes \(path) cannot be created") }
        self.handle = handle
    }

    func note(_ line: String) throws {
        try reporting("the notes \(path) cannot be written") { try handle.write(contentsOf: Data("\(line)\n".utf8)) }
    }

    /// The whole lines of a file; none if it was not created.
    static func read(_ file: URL) throws -> [Substring] {
        guard FileManager.default.fileExists(atPath: file.path) else { return [] }
        let text = try reporting("the notes \(file.path) cannot be read") {
            try String(contentsOf: file, encoding: .utf8)
        }
        // A kill may cut off the last one.
        return text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    }
}
