/// Creates several values from input, and reports the problems of all of them.
///
/// ```swift
/// let (user, name) = try validated(
///     { () throws(ValidationError) in try UserID(input.user) },
///     { () throws(ValidationError) in try ScreenName(input.screenName) })
/// ```
///
/// The closures must declare the error type: Swift infers `any Error` for a closure that does not.
///
/// - Parameter make: Closures that create the values, in the order in which failures are reported.
/// - Returns: The values, in the same order.
/// - Throws: ``ValidationError`` with the failures of all of them.
public func validated<each Value>(
    _ make: repeat () throws(ValidationError) -> each Value
) throws(ValidationError) -> (repeat each Value) {
    // All values are attempted first, so that the failures of all fields are reported at once.
    let results = (repeat attempt(each make))
    var failures: [ValidationFailure] = []
    for result in repeat each results {
        if case .failure(let error) = result { failures += error.failures }
    }
    if let error = ValidationError(failures) { throw error }
    return (repeat try (each results).get())
}

private func attempt<Value>(_ make: () throws(ValidationError) -> Value) -> Result<Value, ValidationError> {
    do throws(ValidationError) {
        return .success(try make())
    } catch {
        return .failure(error)
    }
}
