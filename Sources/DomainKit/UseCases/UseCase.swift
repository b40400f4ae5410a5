/// One thing that somebody can do with the system, from the input to what they see of the result.
///
/// A use case is called like a function. Each stands behind a narrow protocol that fixes `Input` and `Output`, so
/// that a consumer holds exactly what it needs:
///
/// ```swift
/// struct AddButton {
///     let create: any ItemCreating
///     func tapped() async throws { _ = try await create(name: "Buy milk") }
/// }
/// ```
public protocol UseCase<Input, Output>: Sendable {
    /// What the use case is asked with.
    associatedtype Input: Sendable

    /// What it answers with.
    associatedtype Output: Sendable

    /// Runs the use case.
    ///
    /// - Parameter input: What it is asked with, not yet judged: validation is the use case's work.
    /// - Returns: What is to be seen of the result.
    /// - Throws: ``ValidationError`` for input that breaks a rule, the domain's own error for what is refused,
    ///   a conflict (``ConflictError``) where others were faster each time; otherwise whatever the storage throws.
    func callAsFunction(_ input: Input) async throws -> Output
}
