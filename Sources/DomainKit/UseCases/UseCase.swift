/// One operation that a user can perform, from its input to its visible result.
///
/// A use case is called like a function. Put each behind a narrow protocol that fixes `Input` and `Output`, so that a
/// consumer depends on exactly what it needs:
///
/// ```swift
/// protocol ItemCreating: UseCase where Input == NewItem, Output == ItemDetails {}
///
/// struct AddButton {
///     let create: any ItemCreating
///
///     func tapped() async throws { _ = try await create(NewItem(name: "Buy milk")) }
/// }
/// ```
public protocol UseCase<Input, Output>: Sendable {
    /// The type of the input.
    associatedtype Input: Sendable

    /// The type of the result.
    associatedtype Output: Sendable

    /// Runs the use case.
    ///
    /// - Parameter input: The input, not validated yet: the use case validates it.
    /// - Returns: The visible result.
    /// - Throws: ``ValidationError`` for invalid input, the domain's own error for a refused command, a conflict
    ///   (``ConflictError``) if every attempt met one; otherwise errors of the storage.
    func callAsFunction(_ input: Input) async throws -> Output
}
