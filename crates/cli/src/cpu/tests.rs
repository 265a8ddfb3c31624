use super::*;

#[test]
#[cfg(target_arch = "x86_64")]
fn the_machine_that_built_the_tests_can_run_them() {
    assert_eq!(x86::missing().map(|feature| feature.name).collect::<Vec<_>>(), Vec::<&str>::new());
}

#[test]
fn the_features_are_those_that_rustc_assumed() {
    let avx2 = features().contains(&"avx2");
    assert_eq!(avx2, cfg!(target_feature = "avx2"));
    let wide = features().iter().any(|name| name.starts_with("avx512"));
    assert_eq!(wide, cfg!(target_feature = "avx512f"));
}
