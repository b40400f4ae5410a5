import Foundation
import Testing

@testable import NacreCLI
@testable import NacreTool

/// A file in the place of a standard stream, at which a test can look.
final class CapturedOutput {
    /// The file's descriptor.
    var descriptor: Int32 { handle.fileDescriptor }

    private let handle: FileHandle
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        handle = try #require(FileHandle(forUpdatingAtPath: try folder.file("", named: "output")))
    }

    /// What has been written so far.
    func text() throws -> String {
        String(decoding: try folder.bytes("output"), as: UTF8.self)
    }

    /// What a closure writes to standard output.
    static func of(
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
    static let manned = Terminal(isTerminal: true, noColour: nil, kind: "xterm")
}
