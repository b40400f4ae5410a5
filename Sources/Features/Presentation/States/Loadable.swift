/// Something that a screen loads before it shows it.
public enum Loadable<Value: Sendable & Equatable>: Sendable, Equatable {
    /// It is being loaded.
    case loading

    /// It was loaded.
    case loaded(Value)

    /// It could not be loaded; the screen offers another attempt.
    case failed(PresentedError)

    /// What was loaded; `nil` before, and after a failure.
    public var value: Value? {
        guard case .loaded(let value) = self else { return nil }
        return value
    }

    /// Why loading failed; `nil` if it has not.
    public var error: PresentedError? {
        guard case .failed(let error) = self else { return nil }
        return error
    }
}
