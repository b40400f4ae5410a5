import Foundation
import TestFolders
import Testing
import ToolTesting

extension EndToEndTests {
    @Suite("The program itself")
    struct ProgramTests {
        @Test("--version prints the version")
        func version() async throws {
            let result = try await NacreProcess().run(["--version"])
            #expect(result.status == 0)
            #expect(result.output == "0.1.0\n")
            #expect(result.errors == "")
        }

        @Test("help is printed on standard output, a usage error on standard error")
        func help() async throws {
            let help = try await NacreProcess().run(["items", "--help"])
            #expect(help.status == 0 && help.output.hasPrefix("OVERVIEW: ") && help.errors == "")
            let mistake = try await NacreProcess().run(["itms"])
            #expect(mistake.status == 64 && mistake.output == "")
            #expect(mistake.errors.hasPrefix("nacre: Unexpected argument 'itms'\n"))
        }

        @Test("the program prints a completion script")
        func completions() async throws {
            let result = try await NacreProcess().run(["--generate-completion-script", "bash"])
            #expect(result.status == 0)
            #expect(result.output.contains("complete "))
        }

        @Test("the demonstration succeeds and leaves no files")
        func demo() async throws {
            let folder = try TemporaryFolder()
            let result = try await NacreProcess().run(["demo"], environment: ["TMPDIR": folder.path])
            #expect(result.status == 0, "it exits with \(result.status): \(result.errors)")
            #expect(result.output.contains("ItemError.deleted: "))
            #expect(result.output.contains("ValidationError: "))
            #expect(result.output.contains("they are the same as before"))
            #expect(result.output.contains("verified 10 events in "))
            #expect(result.output.contains(": no faults"))
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
        }
    }
}
