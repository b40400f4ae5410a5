public import PresentationKit

/// Another screen is shown than a test expects.
public struct WrongScreen: Error {
    /// Where the user is.
    public let url: String

    /// Creates the error.
    ///
    /// - Parameter route: Where the user is.
    public init(at route: some Route) {
        url = route.url
    }
}
