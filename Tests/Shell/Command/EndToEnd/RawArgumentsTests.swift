import Foundation
import TestFolders
import Testing
import ToolTesting

extension EndToEndTests {
    @Suite("Arguments that are not UTF-8")
    struct RawArgumentsTests {
        private let store: CommandLineStore

        init() throws {
            store = try CommandLineStore()
        }

        @Test(
            "arguments that are not UTF-8 exit with 64, before the command does anything",
            arguments: [#"append "$BAD" T --data 1"#, #"items add "$BAD""#])
        func argument(command: String) async throws {
            let refused = try await NacreProcess().shell(
                #"BAD="$(printf 'a\374')"; exec "$0" \#(command) --store "$1""#, arguments: [store.path])
            #expect(refused.status == 64, "it exits with \(refused.status): \(refused.errors)")
            #expect(refused.errors.hasPrefix(#"nacre: argument 2"#) || refused.errors.hasPrefix(#"nacre: argument 3"#))
            #expect(refused.errors.contains(#""a\xfc", is not UTF-8"#))
            #expect(!store.exists)
        }

        @Test(
            "a store path and $NACRE_STORE that are not UTF-8 exit with 64, unless another option replaces the variable"
        )
        func path() async throws {
            let folder = store.folder.path("")
            for script in [
                #"exec "$0" items add x --store "$1$(printf 'a\374')""#,
                #"NACRE_STORE="$1$(printf 'a\374')" exec "$0" items add x"#,
            ] {
                let refused = try await NacreProcess().shell(script, arguments: [folder])
                #expect(refused.status == 64, "it exits with \(refused.status): \(refused.errors)")
                #expect(refused.errors.contains(#"a\xfc", is not UTF-8"#))
            }
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder).isEmpty)
            let given = try await NacreProcess().shell(
                #"NACRE_STORE="$(printf 'a\374')" exec "$0" items add x --store "$1""#, arguments: [store.path])
            #expect(given.status == 0, "it exits with \(given.status): \(given.errors)")
        }
    }
}
