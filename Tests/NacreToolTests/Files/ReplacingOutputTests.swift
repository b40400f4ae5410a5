import Foundation
import TestTraits
import Testing
import ToolTesting

@testable import NacreTool

@Suite("Files that appear whole", .fewAtOnce)
struct ReplacingOutputTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func names() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.url.path).sorted()
    }

    private func write(_ text: String, to name: String) throws {
        var file = try ReplacingOutput(path: folder.path(name))
        file.output.buffer.append(contentsOf: text.utf8)
        try file.finish()
    }

    @Test("a finished file has its content, is its owner's alone, and nothing is left beside it")
    func finished() throws {
        try write("abc", to: "out")
        #expect(try folder.bytes("out") == Array("abc".utf8))
        let attributes = try FileManager.default.attributesOfItem(atPath: folder.path("out"))
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        #expect(try names() == ["out"])
    }

    @Test("an unfinished file leaves what was there, and nothing beside it")
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

    @Test("a finished file takes the place of what was there")
    func replaced() throws {
        _ = try folder.file("old and longer", named: "out")
        try write("new", to: "out")
        #expect(try folder.bytes("out") == Array("new".utf8))
    }

    @Test("a link stays, and what it points to is replaced")
    func link() throws {
        _ = try folder.file("old", named: "target")
        try FileManager.default.createSymbolicLink(
            atPath: folder.path("link"), withDestinationPath: folder.path("target"))
        try write("new", to: "link")
        #expect(try folder.bytes("target") == Array("new".utf8))
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: folder.path("link")) == folder.path("target"))
    }

    @Test("what is no regular file is written to as it is")
    func device() throws {
        var file = try ReplacingOutput(path: "/dev/null")
        file.output.buffer.append(contentsOf: "abc".utf8)
        try file.finish()
        #expect(FileManager.default.isWritableFile(atPath: "/dev/null"))
        #expect(
            try FileManager.default.attributesOfItem(atPath: "/dev/null")[.type] as? FileAttributeType
                == .typeCharacterSpecial)
    }

    @Test("a folder that is not there cannot be written to")
    func missingFolder() {
        let error = #expect(throws: FileError.self) { _ = try ReplacingOutput(path: folder.path("no/out")) }
        #expect(error?.code == .cannotCreate)
    }
}
