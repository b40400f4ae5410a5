public import Testing

/// A behaviour that every implementation of a domain's protocols must have, with its test.
///
/// Test targets cannot import each other, so the behaviours shared by in-memory and event-sourced repositories are here,
/// and each test target runs them on its own:
///
/// ```swift
/// @Test(arguments: ItemBehaviours.all)
/// func `in-memory items keep the repository's rules`(_ behaviour: Behaviour<ItemStores>) async throws {
///     let time = ManualTimeSource()
///     let items = InMemoryItemRepository(time: time)
///     try await behaviour.verify(
///         on: ItemStores(repository: items, queries: items, changes: items.changes, time: time))
/// }
/// ```
public struct Behaviour<Subject: Sendable>: Sendable, CustomTestStringConvertible {
    /// The behaviour, as a sentence.
    public let sentence: String

    private let test: @Sendable (Subject) async throws -> Void

    /// Creates a behaviour.
    ///
    /// - Parameters:
    ///   - sentence: The behaviour, as a sentence.
    ///   - test: Records an issue, or throws, if the sentence is false.
    init(_ sentence: String, test: @escaping @Sendable (Subject) async throws -> Void) {
        self.sentence = sentence
        self.test = test
    }

    /// Tests the behaviour.
    ///
    /// - Parameter subject: The subject, empty; it is used only once.
    /// - Throws: The errors of the test.
    public func verify(on subject: Subject) async throws {
        try await test(subject)
    }

    /// The sentence.
    public var testDescription: String { sentence }
}
