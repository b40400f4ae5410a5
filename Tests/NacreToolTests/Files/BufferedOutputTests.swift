import Foundation
import Synchronization
import TestFolders
import TestTraits
import Testing
import ToolTesting

@testable import NacreTool

@Suite("Buffered output", .fewAtOnce)
struct BufferedOutputTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    @Test("finishing writes the buffer and replaces the file's former content")
    func finishing() throws {
        let path = try folder.file("what was there before", named: "out")
        var output = try BufferedOutput(path: path)
        output.buffer = Array("new".utf8)
        try output.finish()
        #expect(try folder.bytes("out") == Array("new".utf8))
    }

    @Test("only its owner can read a new file")
    func permissions() throws {
        let output = try BufferedOutput(path: folder.path("out"))
        try output.finish()
        let attributes = try FileManager.default.attributesOfItem(atPath: folder.path("out"))
        #expect(attributes[.posixPermissions] as? Int == 0o600)
    }

    @Test("a small amount stays in the buffer, a large one is written")
    func flushing() throws {
        var output = try BufferedOutput(path: folder.path("out"))
        output.buffer.append(1)
        try output.flushIfFull()
        #expect(try folder.bytes("out") == [])
        output.buffer += [UInt8](repeating: 2, count: BufferedOutput.bufferBytes)
        try output.flushIfFull()
        #expect(try folder.bytes("out").count == BufferedOutput.bufferBytes + 1)
        #expect(output.buffer.isEmpty)
    }

    @Test("a non-blocking pipe receives everything in order")
    func shortWrites() throws {
        let pipe = Pipe()
        let descriptor = pipe.fileHandleForWriting.fileDescriptor
        #expect(fcntl(descriptor, F_SETFL, O_NONBLOCK) == 0)
        let bytes = (0..<400_000).map { UInt8(truncatingIfNeeded: $0 % 251) }
        let reader = Reader(pipe.fileHandleForReading)
        var output = BufferedOutput(descriptor: descriptor, name: "a pipe")
        output.buffer = bytes
        try output.flush()
        try pipe.fileHandleForWriting.close()
        #expect(reader.result() == bytes)
    }

    @Test("a file in a missing folder cannot be created")
    func cannotCreate() throws {
        let path = folder.path("none/out")
        let error = try #require(throws: FileError.self) { _ = try BufferedOutput(path: path) }
        #expect(error.code == .cannotCreate)
    }

    @Test("a failed write is an error with the system's error number")
    func writeFails() throws {
        let path = try folder.file("", named: "out")
        let handle = try FileHandle(forReadingFrom: URL(filePath: path))
        var output = BufferedOutput(descriptor: handle.fileDescriptor, name: "out")
        output.buffer = [1]
        var error: FileError?
        do throws(FileError) { try output.flush() } catch let thrown { error = thrown }
        #expect(error?.code == .inputOutput)
        #expect(error?.systemError == EBADF)
    }
}

/// Reads a pipe to its end on a thread of its own.
private final class Reader: Sendable {
    private let bytes = Mutex<[UInt8]>([])
    private let isDone = DispatchSemaphore(value: 0)

    init(_ handle: FileHandle) {
        Thread { [self] in
            let read = [UInt8](handle.readDataToEndOfFile())
            bytes.withLock { $0 = read }
            isDone.signal()
        }.start()
    }

    func result() -> [UInt8] {
        isDone.wait()
        return bytes.withLock { $0 }
    }
}
