import Foundation
import TestFolders
import TestTraits
import Testing
import ToolTesting

@testable import NacreTool

@Suite("Replacing output", .fewAtOnce)
struct ReplacingOutputTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func names() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    }

    private func write(_ text: String, to name: String) throws {
        var file = try ReplacingOutput(path: folder.path(name))
        file.output.buffer.append(contentsOf: text.utf8)
        try file.finish()
    }

    @Test("a finished file has its content, only its owner can read it, and no temporary file is left")
    func finished() throws {
        try write("abc", to: "out")
        #expect(try folder.bytes("out") == Array("abc".utf8))
        let attributes = try FileManager.default.attributesOfItem(atPath: folder.path("out"))
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        #expect(try names() == ["out"])
    }

    @Test("an unfinished file leaves the target unchanged and no temporary file")
    func unfinished() throws {
        _ = try folder.file("old", named: "out")
        do {
            var file = try ReplacingOutput(path: folder.path("out"))
            file.output.buffer.append(contentsOf: "new".utf8)
            try file.output.flush()
        }
        #expect(try folder.bytes("out") == Array("old".utf8))
        #expect(try names() == ["out"])
    }

    @Test("a finished file replaces an existing one")
    func replaced() throws {
        _ = try folder.file("old and longer", named: "out")
        try write("new", to: "out")
        #expect(try folder.bytes("out") == Array("new".utf8))
    }

    @Test("a symbolic link stays, and its target is replaced")
    func link() throws {
        _ = try folder.file("old", named: "target")
        try FileManager.default.createSymbolicLink(
            atPath: folder.path("link"), withDestinationPath: folder.path("target"))
        try write("new", to: "link")
        #expect(try folder.bytes("target") == Array("new".utf8))
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: folder.path("link")) == folder.path("target"))
    }

    @Test("a target that is not a regular file is written directly")
    func device() throws {
        var file = try ReplacingOutput(path: "/dev/null")
        file.output.buffer.append(contentsOf: "abc".utf8)
        try file.finish()
        #expect(FileManager.default.isWritableFile(atPath: "/dev/null"))
        #expect(
            try FileManager.default.attributesOfItem(atPath: "/dev/null")[.type] as? FileAttributeType
                == .typeCharacterSpecial)
    }

    @Test("a file in a missing folder cannot be written")
    func missingFolder() {
        let error = #expect(throws: FileError.self) { _ = try ReplacingOutput(path: folder.path("no/out")) }
        #expect(error?.code == .cannotCreate)
    }
}
