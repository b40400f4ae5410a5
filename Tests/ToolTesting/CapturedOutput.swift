internal import Foundation
package import NacreTool
internal import TestFolders

/// A file in place of a standard stream, whose contents a test can read.
package final class CapturedOutput {
    /// The file's descriptor.
    package var descriptor: Int32 { handle.fileDescriptor }

    private let handle: FileHandle
    private let folder: TemporaryFolder

    /// Creates the file.
    package init() throws {
        folder = try TemporaryFolder()
        handle = try FileHandle(forUpdating: URL(filePath: try folder.file("", named: "output")))
    }

    /// The text written so far.
    package func text() throws -> String {
        String(decoding: try folder.bytes("output"), as: UTF8.self)
    }

    /// The text that a closure writes to standard output.
    package static func of(
        terminal: Terminal? = nil, _ body: (StandardOutput) throws -> Void
    ) throws -> String {
        let captured = try CapturedOutput()
        let output = StandardOutput(descriptor: captured.descriptor, terminal: terminal)
        try body(output)
        try output.flush()
        return try captured.text()
    }
}

extension Terminal {
    /// An interactive terminal with colour.
    package static let interactive = Terminal(isTerminal: true, noColour: nil, kind: "xterm")
}
