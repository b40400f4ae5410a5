import ChildProcesses
import Foundation
import Testing

/// Compiler errors for enums that cannot be stored.
///
/// The tests run the real compiler with the plugin built beside them.
@Suite struct StoredEventDiagnosticTests {
    // FEAT-16: No test target depends on the macro's own target.

    private static let mistakes: [(source: String, message: String)] = [
        (
            "struct S {}",
            "@StoredEvent needs an enum: make this an enum with a case for each event"
        ),
        (
            "enum E<T> { case a(T) }",
            "a generic enum cannot be stored: write an enum for each type, or use CodableEventCodec"
        ),
        ("enum E {}", "the enum has no cases: add one"),
        (
            "enum E {\n#if DEBUG\ncase a\n#endif\n}",
            "cases inside #if cannot be stored: move them out of it"
        ),
        (
            "enum E { case a(x: Int), a(y: Int) }",
            "'a' occurs twice, and the log identifies cases by name: give one of them another name"
        ),
        (
            "enum E { case a, b; enum CodingKeys: String, CodingKey { case a } }",
            "'b' has no key in CodingKeys: add it, or give the value a default"
        ),
        (
            "enum E { case a(x: Int, y: Int); enum ACodingKeys: String, CodingKey { case x } }",
            "'y' has no key in ACodingKeys: add it, or give the value a default"
        ),
        (
            "@StoredEvent(of: 1) enum E { case a }",
            "name the stored enum: @StoredEvent(of: OrderEvent.self)"
        ),
    ]

    @Test func `a declaration that cannot be stored is rejected in place, with the remedy`() async throws {
        for mistake in Self.mistakes {
            let said = try await withFile { try await Self.said(of: mistake.source, in: $0) }
            #expect(said == [mistake.message], "\(mistake.source)")
        }
    }

    @Test(arguments: [
        ("case begun(name: String)", "switch must be exhaustive"),
        ("case begun(name: String), ended, cancelled", "type 'Event' has no member 'cancelled'"),
        ("case begun(title: String), ended", "incorrect argument label in call (have 'title:', expected 'name:')"),
        (
            "case begun(name: Int), ended",
            "cannot convert value of type 'Int.Type' to expected argument type 'String.Type'"
        ),
    ])
    func `a declaration of another module's enum does not compile once they differ`(
        cases: String, message: String
    ) async throws {
        let said = try await withFile { file in
            try await Self.errors(
                of: """
                    import Nacre
                    import NacreMacros
                    enum Event: StoredEvent {
                        case begun(name: String), ended
                        static let category = "event"
                        static let codec = Stored.Codec()
                    }
                    @StoredEvent(of: Event.self) enum Stored { \(cases) }
                    """, in: file)
        }
        #expect(said.contains(message), "\(said)")
    }

    private func withFile<Result>(_ body: (URL) async throws -> Result) async throws -> Result {
        let file = FileManager.default.temporaryDirectory.appending(path: "nacre-\(UUID().uuidString).swift")
        defer { try? FileManager.default.removeItem(at: file) }
        return try await body(file)
    }

    /// The compiler's errors for a source, without repeats.
    private static func said(of source: String, in file: URL) async throws -> [String] {
        let text = """
            @attached(member, names: named(Codec), named(codec))
            macro StoredEvent() = #externalMacro(module: "NacreMacrosPlugin", type: "StoredEventMacro")
            @attached(member, names: named(Codec))
            macro StoredEvent(of: Int) = #externalMacro(module: "NacreMacrosPlugin", type: "StoredEventMacro")
            \(source.hasPrefix("@") ? source : "@StoredEvent \(source)")
            """
        return try await errors(of: text, in: file)
    }

    private static func errors(of text: String, in file: URL) async throws -> [String] {
        try text.write(to: file, atomically: true, encoding: .utf8)
        let built = URL(filePath: CommandLine.arguments[0]).resolvingSymlinksInPath().deletingLastPathComponent()
        let plugin = built.appending(path: "NacreMacrosPlugin-tool")
        let errors = file.appendingPathExtension("errors")
        try Data().write(to: errors)
        let compiler = try await ChildProcess(
            URL(filePath: "/usr/bin/env"),
            [
                "swiftc", "-c", "-parse-as-library", "-o", "/dev/null", "-I", built.appending(path: "Modules").path(),
                "-swift-version", "6", "-diagnostic-style",
                "llvm", "-load-plugin-executable",
                "\(plugin.path())#NacreMacrosPlugin", file.path(),
            ], errors: errors)
        _ = try await compiler.output()
        #expect(try await compiler.ending() == .exit(1))
        let said = try String(contentsOf: errors, encoding: .utf8).split(separator: "\n")
            .compactMap { line in line.range(of: ": error: ").map { String(line[$0.upperBound...]) } }
            .map { $0.components(separatedBy: " (from macro")[0] }
        try? FileManager.default.removeItem(at: errors)
        return said.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }
}
