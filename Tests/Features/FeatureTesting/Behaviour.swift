public import Testing

/// A sentence that every implementation of a domain's protocols must make true, with the test of it.
///
/// Test targets cannot import each other, so what is asked of the repositories in memory and of the event-sourced ones
/// alike stands here, and each of their test targets runs it on its own:
///
/// ```swift
/// @Test(arguments: ItemBehaviours.all)
/// func `items in memory`(_ behaviour: Behaviour<ItemStores>) async throws {
///     let time = ManualTimeSource()
///     let items = InMemoryItemRepository(time: time)
///     try await behaviour.verify(
///         on: ItemStores(repository: items, queries: items, changes: items.changes, time: time))
/// }
/// ```
public struct Behaviour<Subject: Sendable>: Sendable, CustomTestStringConvertible {
    /// What is true.
    public let sentence: String

    private let test: @Sendable (Subject) async throws -> Void

    /// Creates a behaviour.
    ///
    /// - Parameters:
    ///   - sentence: What is true.
    ///   - test: Records an issue, or throws, where it is not.
    init(_ sentence: String, test: @escaping @Sendable (Subject) async throws -> Void) {
        self.sentence = sentence
        self.test = test
    }

    /// Tests the behaviour.
    ///
    /// - Parameter subject: What is tested, empty; it is not used again afterwards.
    /// - Throws: What the test throws.
    public func verify(on subject: Subject) async throws {
        try await test(subject)
    }

    /// The sentence.
    public var testDescription: String { sentence }
}
