import Foundation
import Nacre
import TestFolders
import TestTraits
import Testing
import ToolTesting

@testable import NacreTool

@Suite("Reading lines", .fewAtOnce)
struct LineSourceTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func lines(_ source: consuming LineSource) throws -> [String] {
        var lines: [String] = []
        while let line = try source.next() {
            lines.append("\(line.number):" + String(decoding: line.bytes, as: UTF8.self))
        }
        return lines
    }

    @Test(
        "lines end with a line feed, which the last one may lack",
        arguments: [
            ("", []), ("\n", ["1:"]), ("a", ["1:a"]), ("a\n", ["1:a"]), ("a\nb", ["1:a", "2:b"]),
            ("\n\na\r\n\n", ["1:", "2:", "3:a\r", "4:"]),
        ] as [(String, [String])])
    func ends(_ content: String, _ expected: [String]) throws {
        #expect(try lines(LineSource(path: folder.file(content))) == expected)
    }

    @Test("a line that spans chunks is returned whole")
    func acrossChunks() throws {
        let lengths = [
            3, LineSource.chunkBytes * 2 + 7, 0, LineSource.chunkBytes - 1, LineSource.chunkBytes, 5, 200_000, 90_000,
        ]
        let content = lengths.enumerated().map { String(repeating: "\($0)", count: $1) }
        let path = try folder.file(content.joined(separator: "\n"))
        #expect(try lines(LineSource(path: path)) == content.enumerated().map { "\($0 + 1):\($1)" })
    }

    @Test("a pipe that delivers a few bytes at a time yields whole lines")
    func pipe() throws {
        let pipe = Pipe()
        let writer = Thread {
            for piece in ["a", "b\nc", "\n", "d"] {
                pipe.fileHandleForWriting.write(Data(piece.utf8))
                Thread.sleep(forTimeInterval: 0.002)
            }
            pipe.fileHandleForWriting.closeFile()
        }
        writer.start()
        let source = LineSource(descriptor: pipe.fileHandleForReading.fileDescriptor, name: "a pipe")
        #expect(try lines(source) == ["1:ab", "2:c", "3:d"])
    }

    @Test("a line as long as the limit is read, with and without a line feed", arguments: ["12345678", "12345678\n"])
    func atTheLimit(_ content: String) throws {
        #expect(try lines(LineSource(path: folder.file(content), limit: 8)) == ["1:12345678"])
    }

    @Test("a longer line is refused with its number", arguments: ["a\n123456789", "a\n123456789\n"])
    func overTheLimit(_ content: String) throws {
        let path = try folder.file(content)
        let error = try #require(throws: ImportError.self) { try lines(LineSource(path: path, limit: 8)) }
        #expect(error.code == .badLine)
        #expect(error.line == 2)
        #expect(error.message == "line 2: the line is longer than the limit of 8 bytes")
    }

    @Test("of a line far beyond the limit, at most the limit and one chunk are read")
    func farOverTheLimit() throws {
        let path = try folder.file("")
        // A hole in a file: it takes no disk, and reads as zeros without a line feed.
        try FileHandle(forWritingTo: URL(filePath: path)).truncate(atOffset: 100 << 20)
        var source = try LineSource(path: path, limit: 1 << 20)
        var error: (any Error)?
        do { _ = try source.next() } catch let thrown { error = thrown }
        #expect((error as? ImportError)?.line == 1)
        #expect(source.byteCount <= 1 << 20 + LineSource.chunkBytes)
    }

    @Test("the error for a missing file names it")
    func noSuchFile() throws {
        let path = folder.path("none.ndjson")
        let error = try #require(throws: FileError.self) { try lines(LineSource(path: path)) }
        #expect(error.code == .noSuchFile)
        #expect(error.message.hasPrefix("cannot open \"/"))
        #expect(error.systemError == ENOENT)
    }

    @Test("a folder cannot be read as a file")
    func isFolder() throws {
        let error = try #require(throws: FileError.self) { try lines(LineSource(path: folder.path)) }
        #expect(error.code == .inputOutput)
        #expect(error.systemError == EISDIR)
    }
}
