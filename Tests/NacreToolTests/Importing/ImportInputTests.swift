import TestFolders
import TestTraits
import Testing
import ToolTesting

@testable import NacreTool

@Suite("Import input", .fewAtOnce)
struct ImportInputTests {
    @Test("a file has a name and a size")
    func file() throws {
        let folder = try TemporaryFolder()
        let path = try folder.file("abc")
        #expect(ImportInput(path: path).size == 3)
        #expect(ImportInput(path: path).name == path)
    }

    @Test("the size of standard input and of a device is unknown", arguments: ["-", "/dev/null"])
    func stream(path: String) {
        #expect(ImportInput(path: path).size == nil)
    }

    @Test("opening a missing file throws noSuchFile")
    func missing() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("no")
        let error = #expect(throws: FileError.self) { _ = try ImportInput(path: path).open() }
        #expect(error?.code == .noSuchFile)
    }
}
