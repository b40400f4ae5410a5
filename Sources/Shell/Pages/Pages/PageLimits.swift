/// The limits of the pages that are kept.
public struct PageLimits: Sendable, Hashable {
    /// The largest number of pages at a time; the one that was used longest ago is closed for a new one.
    public var pages = 4096

    /// The largest number of pages of one browser at a time.
    public var pagesPerBrowser = 32

    /// The largest number of pages of one account at a time, in all its browsers.
    public var pagesPerAccount = 64

    /// After how long a page is closed that was not used, and whose browser has no event stream.
    public var idleTime = Duration.seconds(60)

    /// Creates limits with the defaults.
    public init() {}
}
