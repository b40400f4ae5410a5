import DomainKit
import Foundation
import Testing

@Suite struct DescribedErrorTests {
    private static let errors: [any DescribedError] = [
        ConcurrencyConflict(stream: "item-42", expected: 7, actual: 9),
        ValidationError(ValidationFailure(field: "name", value: "", message: "is empty")),
        TimeError(code: .unreal, message: "there is no 30 February"),
    ]

    @Test(arguments: errors.indices)
    func `Foundation shows an error's own message`(index: Int) {
        let error: any Error = Self.errors[index]
        #expect(error.localizedDescription == "\(Self.errors[index])")
    }

    @Test func `a user's domain error needs only a description`() {
        struct OrderError: DescribedError {
            var description: String { "order 42 is not paid: pay it first" }
        }
        let error: any Error = OrderError()
        #expect(error.localizedDescription == "order 42 is not paid: pay it first")
    }
}

/// Every public error must conform to `DescribedError`.
///
/// The test reads the sources, because the compiler does not check it.
@Suite struct PublicErrorTests {
    private static let sources = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Sources")

    @Test func `every public error passes its message to Foundation`() throws {
        let declaration = /public (?:struct|enum|final class) (\w+): ([^{]*)\{/
        let conformance = /extension (\w+): [^{]*\b(?:DescribedError|LocalizedError)\b/
        var errors: Set<String> = []
        var described: Set<String> = []
        let files = try #require(FileManager.default.enumerator(at: Self.sources, includingPropertiesForKeys: nil))
        for case let file as URL in files where file.pathExtension == "swift" {
            let source = try String(contentsOf: file, encoding: .utf8)
            for match in source.matches(of: declaration) {
                let protocols = match.2.split { !$0.isLetter }
                if protocols.contains(where: { $0.hasSuffix("Error") }) { errors.insert(String(match.1)) }
                if protocols.contains(where: { $0 == "DescribedError" || $0 == "LocalizedError" }) {
                    described.insert(String(match.1))
                }
            }
            described.formUnion(source.matches(of: conformance).map { String($0.1) })
        }
        #expect(errors.isSuperset(of: ["EventStoreError", "LMDBError", "ItemError", "ScenarioFailure"]))
        #expect(errors.subtracting(described) == [])
    }
}
