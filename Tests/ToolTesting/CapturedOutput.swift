internal import Foundation
package import NacreTool

/// A file in the place of a standard stream, at which a test can look.
package final class CapturedOutput {
    /// The file's descriptor.
    package var descriptor: Int32 { handle.fileDescriptor }

    private let handle: FileHandle
    private let folder: TemporaryFolder

    /// Makes the file.
    package init() throws {
        folder = try TemporaryFolder()
        handle = try FileHandle(forUpdating: URL(filePath: try folder.file("", named: "output")))
    }

    /// What has been written so far.
    package func text() throws -> String {
        String(decoding: try folder.bytes("output"), as: UTF8.self)
    }

    /// What a closure writes to standard output.
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
    /// A terminal with a person at its other end.
    package static let interactive = Terminal(isTerminal: true, noColour: nil, kind: "xterm")
}
